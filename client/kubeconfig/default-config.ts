import { clientConfigOf, type ResolvedContext } from "./client-config.js";
import { inClusterConfig } from "./in-cluster.js";
import { KubeconfigError } from "./kubeconfig-error.js";
import { kubeconfigFiles, loadKubeconfig } from "./load.js";

export interface DefaultConfigOptions {
  /** Instead of the files of `KUBECONFIG`; must be there. */
  readonly kubeconfig?: string;
  /** Instead of the current one. */
  readonly context?: string;
}

/**
 * What kubectl would talk to: the file that is named, those of `KUBECONFIG`, `~/.kube/config`, else
 * the cluster that this process runs in.
 * @throws KubeconfigError where there is none of them, or something is wrong with it
 */
export async function defaultClientConfig({
  kubeconfig,
  context,
}: DefaultConfigOptions = {}): Promise<ResolvedContext> {
  const files = kubeconfig === undefined ? kubeconfigFiles() : [kubeconfig];
  const loaded = await loadKubeconfig(files);
  const isEmpty = loaded.contexts.size === 0 && loaded.clusters.size === 0;
  if (!isEmpty) return clientConfigOf(loaded, context);
  if (kubeconfig !== undefined) throw new KubeconfigError([`${kubeconfig}: there is no kubeconfig, or it is empty`]);
  const inCluster = await inClusterConfig();
  if (inCluster !== undefined) return inCluster;
  throw new KubeconfigError([
    `invalid configuration: no configuration has been provided: ${files.join(", ")} is not there, and this process is not in a cluster`,
  ]);
}
