import { clientConfigOf, type ResolvedContext } from "./client-config.js";
import { inClusterConfig } from "./in-cluster.js";
import { KubeconfigError } from "./kubeconfig-error.js";
import { kubeconfigFiles, loadKubeconfig } from "./load.js";

export interface DefaultConfigOptions {
  /** Path that replaces the files of `KUBECONFIG`. The file must exist. */
  readonly kubeconfig?: string;
  /** Name of the context. Default: the current one. */
  readonly context?: string;
}

/**
 * Returns the configuration that kubectl would use. It reads the given file, the files of
 * `KUBECONFIG`, `~/.kube/config`, or the service account of the pod that this process runs in.
 * @throws KubeconfigError if none of them exists or one is invalid
 */
export async function defaultClientConfig({
  kubeconfig,
  context,
}: DefaultConfigOptions = {}): Promise<ResolvedContext> {
  const files = kubeconfig === undefined ? kubeconfigFiles() : [kubeconfig];
  const loaded = await loadKubeconfig(files);
  const isEmpty = loaded.contexts.size === 0 && loaded.clusters.size === 0;
  if (!isEmpty) return clientConfigOf(loaded, context);
  if (kubeconfig !== undefined) throw new KubeconfigError([`${kubeconfig}: the kubeconfig does not exist or is empty`]);
  const inCluster = await inClusterConfig();
  if (inCluster !== undefined) return inCluster;
  throw new KubeconfigError([
    `invalid configuration: no configuration has been provided: ${files.join(", ")} does not exist, and this process does not run in a cluster`,
  ]);
}
