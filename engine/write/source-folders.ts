import type { FileSystem } from "../base/file-system.js";
import { orderStrings } from "../base/problem.js";

const leftOut = new Set(["node_modules", "dist"]);

/**
 * Returns the given folders and all subfolders that can contain generated files, relative to the
 * root.
 */
export function sourceFolders(fileSystem: FileSystem, folders: readonly string[]): string[] {
  const found = new Set<string>();
  const visit = (folder: string): void => {
    if (found.has(folder)) return;
    found.add(folder);
    for (const { name, folder: isFolder } of fileSystem.list(folder) ?? []) {
      if (isFolder && !leftOut.has(name) && !name.startsWith(".")) visit(folder === "." ? name : `${folder}/${name}`);
    }
  };
  folders.forEach(visit);
  return [...found].sort(orderStrings);
}
