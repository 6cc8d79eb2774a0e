import { readdirSync } from "node:fs";
import { join } from "node:path";

/**
 * Returns the paths of the files in a folder and its subfolders. Does not use the property
 * `parentPath` of entries, which is missing in the archives of Yarn's Plug'n'Play.
 */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}
