import type { Scheme } from "@apimachinery/runtime";
import type { AdmissionContext, ExternalCluster, PluginFactory } from "../admission/initializer.js";
import type { AdmissionPlugin } from "../admission/plugin.js";

/**
 * Builds the admission plugins of a webhook server. Their client and informers are those of the
 * cluster.
 * @param cluster undefined if the server has no cluster
 * @throws Error for a plugin that needs a cluster, if the server has none
 */
export function buildWebhookPlugins(
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
