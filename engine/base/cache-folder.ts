import { existsSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Returns the cache folder for a folder. It is below the nearest `node_modules`, in the folder or
 * above it. Returns undefined if no `node_modules` exists.
 */
export function cacheFolder(from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const modules = join(folder, "node_modules");
    if (existsSync(modules)) return join(modules, ".cache/apimachinery-codegen");
    if (dirname(folder) === folder) return undefined;
  }
}

/**
 * Removes a file if it exists and can be removed. Ignores errors: on a read-only file system, such
 * as the archives of Plug'n'Play, nothing was written.
 */
export function removeIfPossible(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The caller works without the removal, so this is not reported as an error.
  }
}
