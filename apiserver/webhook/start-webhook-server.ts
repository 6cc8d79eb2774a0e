import { TLSListener } from "../http/listener.js";
import type { Log } from "../logging/log.js";
import { connectCluster } from "../options/cluster.js";
import { warnOfOpenSecrets } from "../options/secret-files.js";
import { tlsSettings } from "../options/secure-serving.js";
import { serverURL } from "../options/server-options.js";
import { allPlugins } from "../run/definition.js";
import { ServerLifecycle } from "../server/lifecycle.js";
import type { WebhookServerDefinition } from "./definition.js";
import { HandledKinds, schemeOf } from "./handled-kinds.js";
import type { WebhookTask } from "./roles.js";
import { webhookHandler } from "./webhook-handler.js";
import { followMaterial, webhookMaterial } from "./webhook-material.js";
import { WebhookServerMetrics } from "./webhook-metrics.js";
import { hasCluster, type WebhookOptions } from "./webhook-options.js";
import type { Scheme } from "@apimachinery/runtime";
import type { AdmissionContext, ExternalCluster, PluginFactory } from "../admission/initializer.js";
import type { AdmissionPlugin } from "../admission/plugin.js";

/** A running webhook server. */
export interface RunningWebhookServer {
  /** URL of the server for clients on the same machine. */
  readonly url: string;
  /** Finishes the requests in progress, and stops the server. */
  readonly stop: () => Promise<void>;
}

/** Time that clients have to disconnect after the last response at a shutdown, in milliseconds. */
const grace = 2_000;

/**
 * Starts a webhook server: reads the certificates, builds the admission plugins, and listens.
 * @throws Error if a certificate, a group, a plugin or the address cannot be used
 */
export async function startWebhookServer(
  definition: WebhookServerDefinition,
  options: WebhookOptions,
  log: Log,
): Promise<RunningWebhookServer> {
  const { conversion = [], mutating = [], validating = [], admissionPlugins = [], clusterPlugins = [] } = definition;
  const groups = [...new Set([...conversion, ...mutating, ...validating])];
  if (groups.length === 0)
    throw new Error("the webhook server has no groups: name them in conversion, mutating or validating");
  const scheme = schemeOf(definition.name, groups);
  const kindsOf = (own: typeof groups) => (own.length === 0 ? undefined : new HandledKinds(scheme, own));
  const kinds: Readonly<Record<WebhookTask, HandledKinds | undefined>> = {
    convert: kindsOf([...conversion]),
    mutate: kindsOf([...mutating]),
    validate: kindsOf([...validating]),
  };
  const files = { kubeconfig: options.kubeconfig, authenticationKubeconfig: "", authorizationKubeconfig: "" };
  const cluster = hasCluster(options) ? (await connectCluster(files, log.error)).core : undefined;
  const stopped = new AbortController();
  if (cluster === undefined)
    for (const { name } of clusterPlugins)
      log.info(0, `The admission plugin ${name} is left out: it needs --kubeconfig, or a pod with a service account`);
  const ofCluster = cluster === undefined ? [] : clusterPlugins;
  const factories = allPlugins([...new Set([...mutating, ...validating])], [...admissionPlugins, ...ofCluster]);
  const plugins = buildWebhookPlugins(factories, scheme, cluster, stopped.signal);
  const lifecycle = new ServerLifecycle();
  const handler = webhookHandler({
    kinds,
    plugins,
    readiness: [
      {
        name: "informer-sync",
        check: () => {
          const waiting = cluster?.informers.notSynced() ?? [];
          if (waiting.length > 0)
            throw new Error(`${waiting.length} informers not started yet: [${waiting.join(" ")}]`);
        },
      },
    ],
    requiresCertificate: options.clientCaFile !== "",
    metrics: new WebhookServerMetrics(),
    lifecycle,
    log: log.error,
  });
  await warnOfOpenSecrets(options, log);
  const listener = await TLSListener.listen(
    {
      tls: await webhookMaterial(options),
      settings: tlsSettings(options),
      bindAddress: options.bindAddress,
      port: options.securePort,
      disablesHTTP2: options.disableHttp2Serving,
      maxStreams: options.http2MaxStreamsPerConnection,
      sharesPort: options.permitPortSharing,
    },
    handler,
  );
  cluster?.informers.start(stopped.signal);
  const unfollow = followMaterial(options, log, (tls) => {
    listener.renew(tls);
  });
  return {
    url: serverURL(options, listener.port),
    stop: async () => {
      unfollow();
      lifecycle.initiateShutdown();
      await listener.leave();
      await lifecycle.drain();
      const closed = listener.close();
      stopped.abort();
      const timer = setTimeout(() => {
        listener.destroyConnections();
      }, grace);
      await closed;
      clearTimeout(timer);
    },
  };
}

/**
 * Builds the admission plugins of a webhook server. Their client and informers are those of the
 * cluster.
 * @param cluster undefined if the server has no cluster
 * @throws Error for a plugin that needs a cluster, if the server has none
 */
function buildWebhookPlugins(
  factories: readonly PluginFactory[],
  scheme: Scheme,
  cluster: ExternalCluster | undefined,
  signal: AbortSignal,
): readonly AdmissionPlugin[] {
  return factories.map((factory) => {
    if (factory.needsCluster === true) requireCluster(factory, cluster);
    const context: AdmissionContext = {
      get client() {
        return requireCluster(factory, cluster).client;
      },
      get informers() {
        return requireCluster(factory, cluster).informers;
      },
      external: cluster,
      scheme,
      authorizers: [],
      signal,
    };
    return factory.build(context, undefined);
  });
}

function requireCluster({ name }: PluginFactory, cluster: ExternalCluster | undefined): ExternalCluster {
  if (cluster !== undefined) return cluster;
  throw new Error(
    `the admission plugin ${name} reads objects of the cluster: name its kubeconfig with --kubeconfig, or run this program in a pod`,
  );
}
