import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { KubeconfigError } from "./kubeconfig-error.js";
import { parseKubeconfig } from "./parse.js";
import type { Kubeconfig } from "./types.js";

/** The files that kubectl reads: those of `KUBECONFIG`, else `~/.kube/config`. */
export function kubeconfigFiles(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): readonly string[] {
  const listed = (environment["KUBECONFIG"] ?? "").split(delimiter).filter((path) => path !== "");
  return listed.length > 0 ? [...new Set(listed)] : [join(homedir(), ".kube", "config")];
}

/**
 * Reads and merges kubeconfigs: where several name the same thing, or a current context, the first
 * wins. Files that are not there are left out, as kubectl does. @throws KubeconfigError with the
 * problems of all files
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

/** The first of several that has a name gives it its meaning. */
export function mergeKubeconfigs(configs: readonly Kubeconfig[]): Kubeconfig {
  // The first of each is set last.
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
