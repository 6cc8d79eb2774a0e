import { readdirSync } from "node:fs";
import { join } from "node:path";

/**
 * Returns the paths of a project's files, relative to the project. Links and node_modules are
 * skipped, because the caller deletes the files whose paths are returned.
 */
export function filesBelow(folder: string, below = ""): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === "node_modules" || entry.isSymbolicLink()) return [];
    const path = join(below, entry.name);
    return entry.isDirectory() ? filesBelow(folder, path) : [path];
  });
}
