import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { KubeconfigError } from "./kubeconfig-error.js";
import { parseKubeconfig } from "./parse.js";
import type { Kubeconfig } from "./types.js";
import { clientConfigOf, type ResolvedContext } from "./client-config.js";
import { inClusterConfig } from "./in-cluster.js";

/**
 * Returns the paths of the files that kubectl reads: the list in `KUBECONFIG`, or `~/.kube/config`.
 */
export function kubeconfigFiles(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): readonly string[] {
  const listed = (environment["KUBECONFIG"] ?? "").split(delimiter).filter((path) => path !== "");
  return listed.length > 0 ? [...new Set(listed)] : [join(homedir(), ".kube", "config")];
}

/**
 * Reads and merges kubeconfigs. If an entry or the current context is in several files, the first
 * file takes precedence. Missing files are skipped, as in kubectl.
 * @throws KubeconfigError with the problems of all files
 */
export async function loadKubeconfig(files: readonly string[] = kubeconfigFiles()): Promise<Kubeconfig> {
  const problems: string[] = [];
  const found: Kubeconfig[] = [];
  for (const file of files) {
    try {
      const text = await readIfThere(file);
      if (text !== undefined) found.push(parseKubeconfig(file, text));
    } catch (error) {
      if (error instanceof KubeconfigError) problems.push(...error.problems);
      else problems.push(`${file}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  if (problems.length > 0) throw new KubeconfigError(problems);
  return mergeKubeconfigs(found);
}

/**
 * Merges kubeconfigs. If several kubeconfigs have an entry with the same name, the first kubeconfig
 * takes precedence.
 */
export function mergeKubeconfigs(configs: readonly Kubeconfig[]): Kubeconfig {
  // In a Map, later entries replace earlier entries. The order is reversed, so that the first
  // kubeconfig takes precedence.
  const reversed = [...configs].reverse();
  return {
    clusters: new Map(reversed.flatMap(({ clusters }) => [...clusters])),
    users: new Map(reversed.flatMap(({ users }) => [...users])),
    contexts: new Map(reversed.flatMap(({ contexts }) => [...contexts])),
    currentContext: configs.find(({ currentContext }) => currentContext !== "")?.currentContext ?? "",
  };
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

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
 * @throws KubeconfigError if no source exists, or if a kubeconfig is invalid; Error if the token or
 * the CA certificate of the service account cannot be read
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
    `invalid configuration: no configuration has been provided: ${files.join(", ")} does not exist or is empty, and this process does not run in a cluster; set KUBECONFIG to the path of a kubeconfig`,
  ]);
}
