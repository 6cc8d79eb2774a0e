import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { foldersUp } from "../util/folders-up.js";

/**
 * Returns the cache folder for a folder. It is below the nearest `node_modules`, in the folder or
 * above it. Returns undefined if no `node_modules` exists.
 */
export function cacheFolder(from: string): string | undefined {
  const modules = foldersUp(from).map((folder) => join(folder, "node_modules"));
  const found = modules.find((path) => existsSync(path));
  return found === undefined ? undefined : join(found, ".cache/apimachinery-codegen");
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
