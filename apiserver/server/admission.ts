import { InformerFactory } from "@apimachinery/client";
import type { Scheme } from "@apimachinery/runtime";
import { clusterPluginFactories } from "../admission/cluster-plugin-factories.js";
import { PluginConfigurations } from "../admission/configuration.js";
import type { FollowedKind } from "../admission/followed-kinds.js";
import type { AdmissionContext, PluginFactory } from "../admission/initializer.js";
import type { AdmissionPlugin } from "../admission/plugin.js";
import { buildPlugins, type AdmissionOptions } from "../admission/plugins.js";
import type { ServiceResolver } from "../admission/webhook/hook-address.js";
import { MetricSet } from "../metrics/series.js";
import type { ServerMetrics } from "../metrics/server-metrics.js";
import { webhookMetrics } from "../metrics/webhook-metrics.js";
import type { Authorizer } from "../request/authorizer.js";
import type { Logger } from "../logging/logger.js";
import type { HealthCheck } from "./health.js";
import type { PostStartHook } from "./hooks.js";
import { Loopback } from "./loopback.js";

/** Configuration of the admission of a server. */
export interface AdmissionConfig {
  readonly options: AdmissionOptions;
  /**
   * Factories of the plugins of the server's definition, in invocation order. In a cluster, the
   * plugins of Kubernetes are called before them.
   */
  readonly plugins: readonly PluginFactory[];
  readonly scheme: Scheme;
  readonly authorizers: readonly Authorizer[];
  /** Cluster to which the server belongs; undefined for a standalone server. */
  readonly external?: AdmissionContext["external"];
  /** Finds the address of a service whose webhook is called. Default: a DNS lookup. */
  readonly resolveService?: ServiceResolver;
  /** Metrics of the server, which count the calls of webhooks. */
  readonly metrics?: ServerMetrics;
  readonly log: Logger;
}

/** The enabled plugins of a server, and their informers. */
export interface Admission {
  readonly admission: readonly AdmissionPlugin[];
  /** Kinds that the plugins' informers follow. The server must serve these kinds. */
  readonly followed: readonly FollowedKind[];
  readonly loopback: Loopback;
  /**
   * Informers that use the loopback client. They follow the kinds that plugins request while they
   * are built.
   */
  readonly informers: InformerFactory;
  /**
   * Post-start hook that starts `informers` and the informers of the cluster. They run until the
   * server stops.
   */
  readonly startInformers: PostStartHook;
  /**
   * Health check that passes when the informers have loaded all existing objects. Until this check
   * passes, the server is not ready.
   */
  readonly informerSync: HealthCheck;
}

/**
 * Builds the enabled plugins with their configurations.
 * @throws Error for a configuration that cannot be read or used
 */
export async function buildAdmission({
  options,
  plugins,
  scheme,
  authorizers,
  external,
  resolveService,
  metrics,
  log,
}: AdmissionConfig): Promise<Admission> {
  const configurations = await configurationsOf(options.admissionControlConfigFile);
  const loopback = new Loopback();
  const onError = (error: unknown) => {
    log("an informer of the server failed and will retry", error);
  };
  const informers = new InformerFactory(loopback.client, { onError });
  const stop = new AbortController();
  const context = { client: loopback.client, informers, external, scheme, authorizers, signal: stop.signal };
  const config = { log, observer: metrics?.webhooks ?? webhookMetrics(new MetricSet()), resolveService };
  const ofCluster = external === undefined ? [] : await clusterPluginFactories(config, configurations);
  // Omits a plugin of the cluster if the server has a plugin of the same name, such as
  // NamespaceLifecycle for its own namespaces.
  const all = [...ofCluster.filter(({ name }) => !plugins.some((plugin) => plugin.name === name)), ...plugins];
  const built = buildPlugins(all, options, configurations, context);
  return {
    admission: built.plugins,
    followed: built.followed,
    loopback,
    informers,
    startInformers: ({ signal }) => {
      signal.addEventListener(
        "abort",
        () => {
          stop.abort(signal.reason);
        },
        { once: true },
      );
      informers.start(stop.signal);
      external?.informers.start(stop.signal);
    },
    informerSync: {
      name: "informer-sync",
      check: () => {
        const waiting = [...informers.notSynced(), ...(external?.informers.notSynced() ?? [])];
        if (waiting.length > 0) throw new Error(`${waiting.length} informers not started yet: [${waiting.join(" ")}]`);
      },
    },
  };
}

/**
 * Reads the admission configuration. The YAML parser is loaded only here, because most servers have
 * no admission configuration.
 */
async function configurationsOf(file: string): Promise<PluginConfigurations> {
  if (file === "") return PluginConfigurations.none;
  const { readPluginConfigurations } = await import("../admission/read-configuration.js");
  return readPluginConfigurations(file);
}
