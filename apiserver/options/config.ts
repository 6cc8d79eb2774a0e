import { durationToMilliseconds } from "@apimachinery/runtime";
import { waitForAll } from "../certificates/serving-files.js";
import { watchFiles } from "../certificates/file-watch.js";
import type { ListenerOptions } from "../http/listener.js";
import type { Log } from "../logging/log.js";
import { ServerMetrics } from "../metrics/server-metrics.js";
import type { GenericAPIServer, ServerConfig } from "../server/generic-api-server.js";
import type { RunConfig } from "../request/run-config.js";
import type { VersionInfo } from "../util/version.js";
import type { Storage } from "../storage/index.js";
import { allowsAnonymous } from "../authentication/jwt/configuration.js";
import { followAuthentication, type FollowedAuthentication } from "./followed-authentication.js";
import type { EtcdOptions } from "./etcd.js";
import type { AuditConfig } from "../audit/audit-config.js";
import { openAudit } from "./audit/open.js";
import { openTracing } from "./tracing/open.js";
import { checkKubeconfigFolder } from "./kubeconfig.js";
import { originPattern } from "./origin-pattern.js";
import { warnOfOpenSecrets } from "./secret-files.js";
import { clientHost, tlsSettings } from "./secure-serving.js";
import type { ServerOptions } from "./server-options.js";
import type { ServerRunOptions } from "./server-run.js";
import { delegatedMaterial, readGiven, standaloneMaterial, type ServingMaterial } from "./serving-material.js";
import type { TokenAuthenticator } from "../authentication/token/token-authenticator.js";
import { readTokenFile } from "../authentication/token/by-bearer-token.js";
import { SettingsLookup } from "../authentication/settings-lookup.js";
import { connectCluster, type Cluster } from "./cluster.js";
import { openStorage } from "./storage.js";
import { openRoles } from "./authorizers.js";
import type { FollowedPolicy } from "../authorization/rbac/follow-folder.js";
import type { AuthenticationOptions } from "./authentication.js";

/**
 * The options of a server, and the resources that it has opened for them, such as its store and its
 * certificates.
 */
export interface Config {
  readonly options: ServerOptions;
  readonly storage: Storage;
  readonly cluster: Cluster;
  /** Roles of --authorization-rbac-dir; undefined unless --authorization-mode is RBAC. */
  readonly roles: FollowedPolicy | undefined;
  /** Authentication settings that the cluster publishes; undefined if they are not used. */
  readonly lookup: SettingsLookup | undefined;
  /** Audit of requests; undefined if requests are not audited. */
  readonly audit: AuditConfig | undefined;
  /** Tokens of --token-auth-file; undefined without the flag. */
  readonly tokenFile: TokenAuthenticator | undefined;
  /** Issuers of --authentication-config; undefined without the flag. */
  readonly issuers: FollowedAuthentication | undefined;
  readonly serving: ServingMaterial;
  readonly listener: ListenerOptions;
  readonly metrics: ServerMetrics;
  readonly version: VersionInfo;
  readonly log: Log;
  /**
   * Closes the store and the other opened resources. Must be called after the server was stopped.
   */
  readonly close: () => Promise<void>;
}

/**
 * Opens the store and the certificates of valid options. If one of them fails, closes the resources
 * that are already open.
 * @throws Error if a file or folder cannot be used
 */
export async function newConfig(
  options: ServerOptions,
  { version, log }: Pick<Config, "version" | "log">,
): Promise<Config> {
  // The certificate files of the user are checked before the server creates any files.
  const [given, cluster, tokenFile, roles] = await waitForAll([
    readGiven(options),
    connectCluster(options, log.error),
    options.tokenAuthFile === "" ? Promise.resolve(undefined) : readTokenFile(options.tokenAuthFile),
    openRoles(options, log),
    checkKubeconfigFolder(options),
  ]);
  await warnOfOpenSecrets(options, log);
  const metrics = new ServerMetrics(version);
  let lookup: SettingsLookup | undefined;
  let issuers: FollowedAuthentication | undefined;
  let audit: AuditConfig | undefined;
  let stopTracing: (() => Promise<void>) | undefined;
  let storage: Storage;
  try {
    issuers = await followAuthentication(options, log);
    audit = await openAudit(options, log, metrics.audit);
    stopTracing = await openTracing(options, log);
    lookup = await lookUpSettings(options, cluster, log);
    storage = await openStorage(options, log, metrics);
  } catch (error) {
    roles?.close();
    issuers?.close();
    await audit?.backend.close();
    await stopTracing?.();
    throw error;
  }
  const close = async () => {
    roles?.close();
    issuers?.close();
    lookup?.close();
    await audit?.backend.close();
    await stopTracing?.();
    await storage.close();
  };
  try {
    const serving = await (cluster.authentication === undefined
      ? standaloneMaterial(options, given)
      : delegatedMaterial(options, given, lookup));
    const listener: ListenerOptions = {
      tls: serving.tls,
      settings: tlsSettings(options),
      bindAddress: options.bindAddress,
      port: options.securePort,
      disablesHTTP2: options.disableHttp2Serving,
      // Node.js itself has no limit. For 0, the limit is Kubernetes' default of 100.
      maxStreams: options.http2MaxStreamsPerConnection === 0 ? 100 : options.http2MaxStreamsPerConnection,
      sharesPort: options.permitPortSharing,
    };
    return {
      options,
      storage,
      cluster,
      roles,
      lookup,
      tokenFile,
      issuers,
      audit,
      close,
      serving,
      listener,
      metrics,
      version,
      log,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Returns the configuration of a server from its options and opened resources. */
export function completeConfig(
  config: Config,
  own: Pick<ServerConfig, "authenticators" | "authorizers" | "admission" | "loopback" | "openAPI">,
): ServerConfig {
  const { options, storage, audit, metrics, version, log } = config;
  return {
    ...own,
    storage,
    audit,
    metrics,
    version,
    externalHost: options.externalHostname === "" ? clientHost(options.bindAddress) : options.externalHostname,
    run: { ...runConfig(options), allowsAnonymous: (path) => allowsAnonymousAt(config, path) },
    log: log.error,
    requestLog: log.isEnabled(3) ? log.info : undefined,
  };
}

/**
 * Reloads the certificates when the files or the CAs of the cluster change while the server runs.
 * If a file cannot be used, logs the error, and the old certificates stay in use. Returns a
 * function that stops the watch.
 */
export function followCertificates({ serving, lookup, log }: Config, server: GenericAPIServer): () => void {
  let shown = JSON.stringify(serving.tls);
  const reload = async (): Promise<void> => {
    try {
      const tls = await serving.reread();
      const next = JSON.stringify(tls);
      if (next === shown) return;
      server.renewCertificates(tls);
      shown = next;
      log.info(0, "Certificates reloaded", { files: serving.files });
    } catch (error) {
      log.error("certificates could not be reloaded; the previous certificates stay in use", error);
    }
  };
  lookup?.follow(() => void reload());
  return serving.files.length === 0 ? () => undefined : watchFiles(serving.files, () => void reload());
}

/**
 * Reports whether a path allows anonymous requests. The rule of --authentication-config takes
 * precedence over --anonymous-auth.
 */
function allowsAnonymousAt({ options, issuers }: Pick<Config, "options" | "issuers">, path: string): boolean {
  const rule = issuers?.anonymous();
  return rule === undefined ? options.anonymousAuth : allowsAnonymous(rule, path);
}

function runConfig(options: ServerRunOptions & EtcdOptions): Omit<RunConfig, "allowsAnonymous"> {
  return {
    requestTimeout: durationToMilliseconds(options.requestTimeout),
    minRequestTimeout: options.minRequestTimeout * 1000,
    maxReads: options.maxRequestsInflight,
    maxWrites: options.maxMutatingRequestsInflight,
    deleteCollectionWorkers: options.deleteCollectionWorkers,
    corsOrigins: options.corsAllowedOrigins.map(originPattern),
    hsts: options.strictTransportSecurityDirectives.join("; "),
    goawayChance: options.goawayChance,
    livezGrace: durationToMilliseconds(options.livezGracePeriod),
    storageHealthTimeout: durationToMilliseconds(options.etcdHealthcheckTimeout),
    storageReadyTimeout: durationToMilliseconds(options.etcdReadycheckTimeout),
    countAge: durationToMilliseconds(options.etcdCountMetricPollPeriod),
    shutdownDelay: durationToMilliseconds(options.shutdownDelayDuration),
    sendsRetryAfter: options.shutdownSendRetryAfter,
    watchTerminationGrace: durationToMilliseconds(options.shutdownWatchTerminationGracePeriod),
  };
}

/**
 * Reads the authentication settings that a cluster publishes. Returns undefined for a server
 * without a cluster, and if the options do not use these settings.
 * @throws Error if the settings cannot be read, unless the options tolerate this
 */
async function lookUpSettings(
  options: AuthenticationOptions,
  { authentication: client }: Pick<Cluster, "authentication">,
  log: Log,
): Promise<SettingsLookup | undefined> {
  if (client === undefined || options.authenticationSkipLookup) return undefined;
  const lookup = new SettingsLookup(client, log);
  try {
    await lookup.read();
  } catch (error) {
    if (!options.authenticationTolerateLookupFailure)
      throw new Error(
        `${(error as Error).message} (--authentication-tolerate-lookup-failure starts without these settings)`,
        { cause: error },
      );
    log.error("the authentication settings will be read again; until then, all requests can be anonymous", error);
  }
  return lookup;
}
