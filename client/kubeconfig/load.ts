import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { KubeconfigError } from "./kubeconfig-error.js";
import { parseKubeconfig } from "./parse.js";
import type { Kubeconfig } from "./types.js";

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
