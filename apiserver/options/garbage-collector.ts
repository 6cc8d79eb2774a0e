import { clusterModeOf, type ClusterFiles } from "./cluster.js";
import type { StorageOptions } from "./storage.js";

/**
 * Reports whether deletions set the finalizers of a garbage collector. By default, a collector runs
 * if the server belongs to a cluster.
 * @param isInCluster true if the server belongs to a cluster
 */
export function collectsGarbage(
  options: ClusterFiles & Pick<StorageOptions, "enableGarbageCollector">,
  isInCluster: boolean = clusterModeOf(options).core,
): boolean {
  return options.enableGarbageCollector ?? isInCluster;
}
