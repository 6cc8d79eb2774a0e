import { clientConfigOf, type ResolvedContext } from "./client-config.js";
import { inClusterConfig } from "./in-cluster.js";
import { KubeconfigError } from "./kubeconfig-error.js";
import { kubeconfigFiles, loadKubeconfig } from "./load.js";

export interface DefaultConfigOptions {
  /**
   * Path of a kubeconfig that is read instead of the files in `KUBECONFIG`. The file must exist.
   */
  readonly kubeconfig?: string;
  /** Name of the context. Default: the current context. */
  readonly context?: string;
}

/**
 * Returns the configuration that kubectl would use. Reads the given file. If none is given, reads
 * the files in `KUBECONFIG`, or `~/.kube/config` if `KUBECONFIG` is not set. If these files do not
 * exist or are empty, uses the service account of the pod in which this process runs.
 * @throws KubeconfigError if no source exists, or if a kubeconfig is invalid
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
