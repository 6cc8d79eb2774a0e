import type { AdmissionPlugin } from "../admission/plugin.js";
import { aggregatedAnswer, aggregatedDocument } from "../discovery/aggregated.js";
import type { AggregatedDocument } from "../discovery/aggregated.js";
import { groupDocument, groupList, resourceList } from "../discovery/legacy.js";
import type { DiscoveredGroup } from "../discovery/legacy.js";
import type { Authenticator } from "../filters/authentication.js";
import type { Authorizer } from "../filters/authorization.js";
import { buildChain } from "../filters/chain.js";
import type { APIHandler } from "../filters/filter.js";
import type { Logger } from "../filters/panic-recovery.js";
import type { Handler } from "../http/exchange.js";
import { Listener } from "../http/listener.js";
import type { ListenerOptions } from "../http/listener.js";
import { OpenAPIService } from "../openapi/service.js";
import type { Storage } from "../storage/index.js";
import type { APIGroupInfo } from "./api-group.js";
import { direct, documentHandler, onlyGet } from "./director.js";
import { checkAnswer, healthAnswer } from "./health.js";
import type { HealthCheck } from "./health.js";
import { RequestCounter } from "./in-flight.js";
import { installVersions } from "./install.js";
import type { InstalledVersion } from "./install.js";
import type { VersionInfo } from "./version.js";

/** All that a server is made of before it has groups: complete, and nothing in it is optional. */
export interface ServerConfig {
  readonly storage: Storage;
  readonly admission: readonly AdmissionPlugin[];
  readonly authenticators: readonly Authenticator[];
  readonly authorizers: readonly Authorizer[];
  readonly version: VersionInfo;
  /** By which clients reach the server, as discovery tells them. */
  readonly externalHost: string;
  readonly log: Logger;
}

/** What discovery says of a server that does not listen itself. */
const defaultPort = 8443;

/** How long clients are given to hang up when everything is answered, in milliseconds. */
const grace = 2_000;

/** A server for any number of API groups; it knows no kind by name. Go's GenericAPIServer. */
export class GenericAPIServer {
  readonly #config: ServerConfig;
  readonly #versions: InstalledVersion[] = [];
  readonly #groups: DiscoveredGroup[] = [];
  readonly #paths = new Map<string, APIHandler>();
  readonly #openAPI = new OpenAPIService({ title: "apimachinery", version: "unversioned" });
  readonly #inFlight = new RequestCounter();
  #isStopping = false;
  #listener: Listener | undefined;

  constructor(config: ServerConfig) {
    this.#config = config;
    this.#paths.set("/version", documentHandler(() => config.version));
    this.#installDiscovery();
    this.#installHealth();
    this.#openAPI.install(this.#paths);
  }

  /** Serves a group. Only before the server starts. @throws Error for what the group's scheme does not have */
  installAPIGroup(info: APIGroupInfo): void {
    const versions = installVersions(info, this.#config.admission);
    this.#versions.push(...versions);
    const group = { group: info.group, storageVersion: info.storageVersion, versions };
    this.#groups.push(group);
    const root = `/apis/${info.group}`;
    this.#setDocument(root, () => groupDocument(group));
    for (const version of versions) {
      this.#setDocument(`${root}/${version.version}`, () => resourceList(group, version));
      this.#openAPI.add(`apis/${info.group}/${version.version}`, { ...version, scheme: info.scheme });
    }
  }

  /** What answers requests, for tests and servers that bring their own sockets. It never throws. */
  handler(): Handler {
    return buildChain(direct(this.#versions, this.#paths), { ...this.#config, inFlight: this.#inFlight });
  }

  /** Listens. @returns the port. @throws Error where the address can't be had */
  async start(options: ListenerOptions): Promise<number> {
    this.#listener = await Listener.listen(options, this.handler());
    return this.#listener.port;
  }

  /** Takes no new requests, lets those end that it has, then closes the store, which ends all watches, and the sockets. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const closed = this.#listener?.close();
    await this.#inFlight.drain();
    await this.#config.storage.close();
    const timer = setTimeout(() => this.#listener?.cut(), grace);
    await closed;
    clearTimeout(timer);
  }

  #installDiscovery(): void {
    let document: AggregatedDocument | undefined;
    const legacy = documentHandler(() => groupList(this.#groups, `${this.#config.externalHost}:${this.#listener?.port ?? defaultPort}`));
    const apis: APIHandler = async (request) => {
      onlyGet(request);
      // Groups are installed before the first request comes, so it is made once.
      return aggregatedAnswer(request, () => (document ??= aggregatedDocument(this.#groups))) ?? legacy(request);
    };
    this.#paths.set("/apis", apis);
    this.#paths.set("/apis/", apis);
    this.#paths.set("/version/", documentHandler(() => this.#config.version));
  }

  #installHealth(): void {
    const storage: HealthCheck = {
      name: "storage",
      check: async () => {
        await this.#config.storage.currentRevision();
      },
    };
    const shutdown: HealthCheck = {
      name: "shutdown",
      check: () => {
        if (this.#isStopping) throw new Error("process is shutting down");
      },
    };
    const ping: HealthCheck = { name: "ping", check: () => undefined };
    this.#setHealth("healthz", [ping, storage]);
    this.#setHealth("livez", [ping, storage]);
    this.#setHealth("readyz", [ping, storage, shutdown]);
  }

  #setHealth(endpoint: string, checks: readonly HealthCheck[]): void {
    this.#paths.set(`/${endpoint}`, (request) => healthAnswer(endpoint, checks, request));
    for (const check of checks) this.#paths.set(`/${endpoint}/${check.name}`, () => checkAnswer(check));
  }

  #setDocument(path: string, document: () => object): void {
    const handler = documentHandler(document);
    this.#paths.set(path, handler);
    this.#paths.set(`${path}/`, handler);
  }
}
