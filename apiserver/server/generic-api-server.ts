import { groupVersionString, type GroupVersion, type GroupVersionKind } from "@apimachinery/runtime";
import type { AuditConfig } from "../audit/audit-config.js";
import { EquivalentResources } from "../admission/equivalent-resources.js";
import type { AdmissionPlugin } from "../admission/plugin.js";
import { aggregatedResponse, aggregatedDocument, type AggregatedDocument } from "../discovery/aggregated.js";
import {
  emptyLegacyGroup,
  groupDocument,
  groupList,
  legacyVersions,
  resourceList,
  type DiscoveredGroup,
} from "../discovery/legacy.js";
import type { Authenticator } from "../authentication/authenticator.js";
import type { Authorizer } from "../request/authorizer.js";
import { buildChain } from "../filters/chain.js";
import type { APIHandler } from "../request/api-request.js";
import type { Logger } from "../logging/logger.js";
import type { Handler } from "../http/types.js";
import { TLSListener, type ListenerOptions } from "../http/listener.js";
import type { TLSMaterial } from "../http/tls-material.js";
import type { Log } from "../logging/log.js";
import { metricsHandler } from "../metrics/handler.js";
import { ServerMetrics } from "../metrics/server-metrics.js";
import type { DocumentInfo } from "../openapi/documents.js";
import { OpenAPIService } from "../openapi/service.js";
import type { Storage } from "../storage/index.js";
import type { APIGroupInfo } from "./api-group.js";
import { direct, documentHandler, fixedPaths, onlyGet, rootOfGroup, versionHandler } from "./director.js";
import { checkResponse, healthResponse, type HealthCheck } from "./health.js";
import { healthChecks } from "./health-endpoints.js";
import { PostStartHooks, type PostStartHook, type PreShutdownHook } from "./hooks.js";
import { installVersions, storesReady } from "./install.js";
import { ServerLifecycle, waitMilliseconds } from "./lifecycle.js";
import { ObjectCounts } from "./object-counts.js";
import type { Loopback } from "./loopback.js";
import { requireHubOf } from "./require-hub-of.js";
import { MeasuredRoutes } from "./routes.js";
import { defaultRunConfig, type RunConfig } from "../request/run-config.js";
import { statuszResponse } from "./statusz.js";
import type { VersionInfo } from "../util/version.js";
import type { InstalledVersion } from "../endpoints/installed.js";

/** Configuration of a server, without its groups. */
export interface ServerConfig {
  readonly storage: Storage;
  readonly admission: readonly AdmissionPlugin[];
  readonly authenticators: readonly Authenticator[];
  readonly authorizers: readonly Authorizer[];
  readonly version: VersionInfo;
  /**
   * Title and version of the API in the OpenAPI documents. Default: `apimachinery` and the server's
   * version.
   */
  readonly openAPI?: Partial<DocumentInfo> | undefined;
  /** Host name by which clients reach the server, for discovery documents. */
  readonly externalHost: string;
  readonly log: Logger;
  /** Settings for request handling. Default: the defaults of the flags. */
  readonly run?: RunConfig;
  /** Metrics of the server. Default: a new ServerMetrics. */
  readonly metrics?: ServerMetrics;
  /** Audit of requests. Default: requests are not audited. */
  readonly audit?: AuditConfig | undefined;
  /** Logs requests. Default: requests are not logged. */
  readonly requestLog?: Log["info"] | undefined;
  /**
   * Client with which the server sends requests to itself. The server authenticates these requests,
   * and connects the client to its own handler.
   */
  readonly loopback?: Loopback;
}

/** A resource in one of its served versions. */
export interface ServedResource {
  readonly kind: GroupVersionKind;
  /** Name of the resource in paths. */
  readonly resource: string;
  readonly isNamespaced: boolean;
  /** True if the objects are stored in this version. */
  readonly isStorageVersion: boolean;
}

/** Port in the discovery documents of a server that does not open a port itself. */
const defaultPort = 8443;

/** Time that clients have at a shutdown to disconnect after the last response, in milliseconds. */
const grace = 2_000;

/** A server for any number of API groups, independent of any kind (Go: GenericAPIServer). */
export class GenericAPIServer {
  readonly #config: ServerConfig;
  readonly #run: RunConfig;
  readonly #metrics: ServerMetrics;
  readonly #routes: MeasuredRoutes;
  readonly #counts: ObjectCounts;
  readonly #versions: InstalledVersion[] = [];
  readonly #equivalents = new EquivalentResources();
  readonly #groups: DiscoveredGroup[] = [];
  /** All groups except the legacy group, whose name is empty. */
  readonly #namedGroups: DiscoveredGroup[] = [];
  readonly #paths = new Map(fixedPaths);
  readonly #openAPI: OpenAPIService;
  readonly #lifecycle = new ServerLifecycle();
  readonly #postStart = new PostStartHooks();
  readonly #preShutdown = new Map<string, PreShutdownHook>();
  readonly #checks: HealthCheck[] = [];
  readonly #readiness: HealthCheck[] = [];
  #listener: TLSListener | undefined;
  #ready: Promise<void> | undefined;
  #stopped: Promise<void> | undefined;

  constructor(config: ServerConfig) {
    this.#config = config;
    this.#run = config.run ?? defaultRunConfig;
    this.#metrics = config.metrics ?? new ServerMetrics(config.version);
    // Counting is cheap if the store is in this process, so its objects are counted at each scrape.
    const countAge = config.storage.isExclusive ? 0 : this.#run.countAge;
    this.#counts = new ObjectCounts(this.#metrics, countAge);
    this.#routes = new MeasuredRoutes(this.#metrics.requests);
    this.#paths.set("/version", versionHandler(config.version));
    this.#paths.set("/version/", versionHandler(config.version));
    this.#paths.set("/metrics", metricsHandler(this.#metrics));
    this.#paths.set("/statusz", () =>
      Promise.resolve(
        statuszResponse(config.version, [...this.#paths.keys()].filter((path) => !path.endsWith("/")).sort()),
      ),
    );
    this.#installGroups("/apis", this.#namedGroups, (address) => groupList(this.#namedGroups, address));
    this.#describe(emptyLegacyGroup);
    this.#openAPI = new OpenAPIService({
      title: "apimachinery",
      version: config.version.gitVersion,
      ...config.openAPI,
    });
    this.#openAPI.install(this.#paths);
  }

  /**
   * Installs a group. Must be called before the server starts.
   * @throws Error for a kind or a version that the scheme does not have, or for a group that is
   * already installed
   * @throws Error for an admission plugin whose kind is not a kind of the hub
   */
  installAPIGroup(info: APIGroupInfo): void {
    if (this.#groups.some(({ group }) => group === info.group)) {
      throw new Error(
        `the group ${info.group} is installed twice: create all groups with newAPIGroups, which joins definitions of one group`,
      );
    }
    for (const plugin of this.#config.admission) requireHubOf(plugin, info);
    const admission = this.#metrics.admission.chain(this.#config.admission);
    const versions = installVersions(info, {
      admission,
      equivalents: this.#equivalents,
      authorizers: this.#config.authorizers,
      metrics: this.#metrics,
      minRequestTimeout: this.#run.minRequestTimeout,
      deleteCollectionWorkers: this.#run.deleteCollectionWorkers,
    });
    this.#versions.push(...versions);
    const group = { group: info.group, versions };
    this.#groups.push(group);
    this.#describe(group);
    const root = rootOfGroup(info.group).slice(1);
    for (const version of versions) {
      this.#routes.addVersion(version);
      for (const { store, answer } of version.resources.values()) {
        if (answer !== undefined) continue;
        this.#counts.add(store);
      }
      this.#openAPI.add(`${root}/${version.version}`, { ...version, scheme: info.scheme });
    }
  }

  /** Reports whether a version of a group serves a resource. */
  serves({ group, version }: GroupVersion, resource: string): boolean {
    return this.#versions.some((one) => one.group === group && one.version === version && one.resources.has(resource));
  }

  /** Returns the resources that the server stores, each in all of its versions. */
  resources(): readonly ServedResource[] {
    return this.#versions.flatMap(({ group, version, resources }) =>
      [...resources].flatMap(([resource, { store, answer }]) => {
        const kind = { group, version, kind: store.kind.kind };
        const { isNamespaced } = store.strategy;
        const isStorageVersion = groupVersionString(store.codec.storedKind) === groupVersionString(kind);
        return answer === undefined ? [{ kind, resource, isNamespaced, isStorageVersion }] : [];
      }),
    );
  }

  /**
   * Adds a function that runs when the server has started to listen. The server is not ready until
   * the function has finished.
   * @throws Error for a name that another hook has, or after the server has started
   */
  addPostStartHook(name: string, hook: PostStartHook): void {
    this.#postStart.add(name, hook);
  }

  /** Adds a function that runs at the beginning of a shutdown, while the server still serves. */
  addPreShutdownHook(name: string, hook: PreShutdownHook): void {
    this.#preShutdown.set(name, hook);
  }

  /** Adds checks to /healthz, /livez and /readyz. Must be called before the server starts. */
  addHealthChecks(...checks: readonly HealthCheck[]): void {
    this.#checks.push(...checks);
  }

  /** Adds checks to /readyz only. Must be called before the server starts. */
  addReadyzChecks(...checks: readonly HealthCheck[]): void {
    this.#readiness.push(...checks);
  }

  /**
   * Returns the handler of all requests, for tests and for servers with custom sockets. It never
   * throws.
   */
  handler(): Handler {
    this.#installHealth();
    const { loopback, authenticators } = this.#config;
    const handler = buildChain(direct(this.#versions, this.#paths), {
      ...this.#config,
      authenticators: loopback === undefined ? authenticators : [loopback.authenticator, ...authenticators],
      run: this.#run,
      metrics: this.#metrics,
      lifecycle: this.#lifecycle,
      isConnect: (info) => this.#routes.isConnect(info),
      routeOf: (request) => this.#routes.find(request),
      requestLog: this.#config.requestLog,
    });
    loopback?.serve(handler);
    return handler;
  }

  /**
   * Starts to listen, and runs the post-start hooks.
   * @returns the port
   * @throws Error if the address cannot be used
   */
  async start(options: ListenerOptions): Promise<number> {
    this.#waitForStorage();
    const onHandshakeError = () => {
      this.#metrics.handshakeFailed();
    };
    this.#listener = await TLSListener.listen(options, this.handler(), onHandshakeError);
    this.#runPostStartHooks();
    return this.#listener.port;
  }

  /**
   * Starts to serve requests of this process, without a socket, and runs the post-start hooks.
   * @returns the handler of all requests
   */
  startInProcess(): Handler {
    this.#waitForStorage();
    const handler = this.handler();
    this.#runPostStartHooks();
    return handler;
  }

  /**
   * Adds the hook that waits for the storage. Called when the server starts. In a server that is
   * never started, the hook would never run, and the server would wait for it forever.
   */
  #waitForStorage(): void {
    this.#postStart.add("storage-readiness", () => storesReady(this.#versions));
  }

  #runPostStartHooks(): void {
    this.#ready = this.#postStart.run();
    // If the caller does not use `ready`, Node must not report the error of a failed hook as an
    // unhandled rejection.
    this.#ready.catch(() => undefined);
  }

  /**
   * Resolves when all post-start hooks have finished.
   * @throws Error of a hook that failed; the caller should then stop the server
   */
  async ready(): Promise<void> {
    await this.#ready;
  }

  /**
   * Replaces the certificates and the trusted CAs for new connections.
   * @throws Error for a key that does not match its certificate; the old certificates stay in use
   */
  renewCertificates(material: TLSMaterial): void {
    this.#listener?.renew(material);
  }

  /**
   * Stops the server in the same phases as Kubernetes. During --shutdown-delay-duration, and until
   * the pre-shutdown hooks have finished, the server still serves requests but is not ready. After
   * this time it refuses new connections (with --shutdown-send-retry-after, only after the watches
   * have ended), asks the clients of existing connections to disconnect, refuses new requests,
   * finishes requests in progress, ends watches and closes the store. Repeated calls return the
   * same promise.
   */
  stop(): Promise<void> {
    return (this.#stopped ??= this.#stop());
  }

  async #stop(): Promise<void> {
    this.#lifecycle.initiateShutdown();
    await Promise.all([waitMilliseconds(this.#run.shutdownDelay), this.#runPreShutdownHooks()]);
    this.#postStart.stop();
    if (this.#run.sendsRetryAfter) this.#lifecycle.askToRetry();
    else await this.#listener?.leave();
    await this.#lifecycle.drain();
    await this.#lifecycle.endWatches(this.#run.watchTerminationGrace);
    await this.#listener?.leave();
    const closed = this.#listener?.close();
    await this.#config.storage.close();
    const timer = setTimeout(() => this.#listener?.destroyConnections(), grace);
    await closed;
    clearTimeout(timer);
  }

  async #runPreShutdownHooks(): Promise<void> {
    const runs = [...this.#preShutdown].map(async ([name, hook]) => {
      try {
        await hook();
      } catch (error) {
        this.#config.log(`PreShutdownHook ${JSON.stringify(name)} failed`, error);
      }
    });
    await Promise.all(runs);
  }

  /** Adds the discovery documents of a group. A legacy group replaces the empty legacy group. */
  #describe(group: DiscoveredGroup): void {
    const root = rootOfGroup(group.group);
    if (group.group === "") this.#installGroups(root, [group], (address) => legacyVersions(group, address));
    else {
      this.#namedGroups.push(group);
      this.#setDocument(root, () => groupDocument(group));
    }
    for (const version of group.versions)
      this.#setDocument(`${root}/${version.version}`, () => resourceList(group, version));
  }

  /**
   * Adds the discovery document at `/api` or `/apis`: the aggregated one for clients that accept
   * it, otherwise the older one.
   * @param groups groups in the document; the list is complete before the first request
   * @param older returns the older document
   */
  #installGroups(root: string, groups: readonly DiscoveredGroup[], older: (address: string) => object): void {
    let document: AggregatedDocument | undefined;
    const legacy = documentHandler(() => older(this.#address()));
    const handler: APIHandler = async (request) => {
      onlyGet(request);
      const aggregated = aggregatedResponse(request, () => (document ??= aggregatedDocument(groups)));
      if (aggregated === undefined) return legacy(request);
      request.audit?.respondedObject(aggregated);
      return aggregated;
    };
    this.#paths.set(root, handler);
    this.#paths.set(`${root}/`, handler);
  }

  #address(): string {
    return `${this.#config.externalHost}:${this.#listener?.port ?? defaultPort}`;
  }

  #installHealth(): void {
    const checks = healthChecks({
      storage: this.#config.storage,
      hooks: this.#postStart.checks(),
      added: this.#checks,
      readiness: this.#readiness,
      isStopping: () => this.#lifecycle.isStopping,
      livezGrace: this.#run.livezGrace,
      storageHealthTimeout: this.#run.storageHealthTimeout,
      storageReadyTimeout: this.#run.storageReadyTimeout,
    });
    for (const [endpoint, ofEndpoint] of Object.entries(checks)) {
      this.#routes.addPath(`/${endpoint}`);
      this.#paths.set(`/${endpoint}`, (request) =>
        healthResponse(endpoint, ofEndpoint, request, (name, type, isWell) => {
          this.#metrics.checked(name, type, isWell);
        }),
      );
      for (const check of ofEndpoint) this.#paths.set(`/${endpoint}/${check.name}`, () => checkResponse(check));
    }
  }

  #setDocument(path: string, document: () => object): void {
    const handler = documentHandler(document);
    this.#paths.set(path, handler);
    this.#paths.set(`${path}/`, handler);
  }
}
