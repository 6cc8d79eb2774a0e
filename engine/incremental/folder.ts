import { existsSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Where a folder's project keeps what can be made again: below the nearest `node_modules`. A
 * project without one has no cache.
 */
export function cacheFolder(from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const modules = join(folder, "node_modules");
    if (existsSync(modules)) return join(modules, ".cache/apimachinery-codegen");
    if (dirname(folder) === folder) return undefined;
  }
}

/**
 * Removes what was left half-written. On a file system that cannot be written to (also
 * Plug'n'Play's archives), nothing was left.
 */
export function removeIfPossible(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // A run needs no cache.
  }
}
