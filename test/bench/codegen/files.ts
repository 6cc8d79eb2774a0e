import { readdirSync } from "node:fs";
import { join } from "node:path";

/**
 * Returns the files of a project, relative to it. Links are not followed and node_modules is
 * skipped, because the caller removes these files.
 */
export function filesBelow(folder: string, below = ""): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === "node_modules" || entry.isSymbolicLink()) return [];
    const path = join(below, entry.name);
    return entry.isDirectory() ? filesBelow(folder, path) : [path];
  });
}
