import { readdirSync } from "node:fs";
import { join } from "node:path";

/**
 * Returns the paths of the files in a folder and in the folders below it. Does not use the property
 * `parentPath` of entries, which Yarn's Plug'n'Play does not set in its archives.
 */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}
