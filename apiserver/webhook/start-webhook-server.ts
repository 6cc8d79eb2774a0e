import { TLSListener } from "../http/listener.js";
import type { Log } from "../logging/log.js";
import { connectCluster } from "../options/cluster.js";
import { warnOfOpenSecrets } from "../options/secret-files.js";
import { tlsSettings, clientHost, parseNamedPair } from "../options/secure-serving.js";
import { serverURL } from "../options/server-options.js";
import { allPlugins } from "../run/definition.js";
import { ServerLifecycle } from "../server/lifecycle.js";
import type { WebhookServerDefinition } from "./definition.js";
import { HandledKinds, schemeOf } from "./handled-kinds.js";
import type { WebhookTask } from "./roles.js";
import { webhookHandler } from "./webhook-handler.js";
import { WebhookServerMetrics } from "./webhook-metrics.js";
import { hasCluster, type WebhookOptions } from "./webhook-options.js";
import type { Scheme } from "@apimachinery/runtime";
import type { AdmissionContext, ExternalCluster, PluginFactory } from "../admission/initializer.js";
import type { AdmissionPlugin } from "../admission/plugin.js";
import { ownCertificates } from "../certificates/standalone.js";
import { waitForAll, readAuthorities, readNamedPair, readServingPair } from "../certificates/serving-files.js";
import { watchFiles } from "../certificates/file-watch.js";
import type { TLSMaterial } from "../http/tls-material.js";
import { folderProblem } from "../options/folder-problem.js";

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
    throw new Error('the webhook server has no groups: name them in "conversion", "mutating" or "validating"');
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

/**
 * Reads the certificates of a webhook server, or creates one in --cert-dir if none is given.
 * @throws Error for a file that cannot be used, or a folder that cannot be written
 */
export async function webhookMaterial(options: WebhookOptions): Promise<TLSMaterial> {
  const { tlsCertFile: certFile, tlsPrivateKeyFile: keyFile, clientCaFile } = options;
  const flags = "--tls-cert-file, --tls-private-key-file";
  const pair = certFile === "" ? ownPair(options) : readServingPair({ certFile, keyFile, flags });
  const clientCA = clientCaFile === "" ? Promise.resolve("") : readAuthorities("--client-ca-file", clientCaFile);
  const named = pairsOf(options).map((entry) => readNamedPair({ ...entry, flags: "--tls-sni-cert-key" }));
  const [own, authorities, others] = await waitForAll([pair, clientCA, waitForAll(named)]);
  return { pair: own, clientCA: authorities, frontProxyCA: "", named: others };
}

async function ownPair({ certDir, bindAddress }: WebhookOptions): Promise<TLSMaterial["pair"]> {
  const hosts = [...new Set(["localhost", "127.0.0.1", clientHost(bindAddress)])];
  try {
    return (await ownCertificates(certDir, certDir, hosts)).serving;
  } catch (error) {
    throw await folderProblem("--cert-dir", certDir, error);
  }
}

function pairsOf({ tlsSniCertKey }: WebhookOptions) {
  return tlsSniCertKey.flatMap((value) => parseNamedPair(value) ?? []);
}

/**
 * Calls `renew` with the certificates after their files have changed. If the files cannot be used,
 * the old certificates stay in use. Returns a function that stops watching the files.
 */
function followMaterial(options: WebhookOptions, log: Log, renew: (tls: TLSMaterial) => void): () => void {
  const { tlsCertFile, tlsPrivateKeyFile, clientCaFile } = options;
  const named = pairsOf(options).flatMap(({ certFile, keyFile }) => [certFile, keyFile]);
  const files = [tlsCertFile, tlsPrivateKeyFile, clientCaFile, ...named].filter((file) => file !== "");
  if (files.length === 0) return () => undefined;
  const reload = async (): Promise<void> => {
    try {
      renew(await webhookMaterial(options));
      log.info(0, "Certificates reloaded", { files });
    } catch (error) {
      log.error("certificates could not be reloaded; the previous certificates stay in use", error);
    }
  };
  return watchFiles(files, () => void reload());
}
