import { readdirSync } from "node:fs";
import { join } from "node:path";
import { compareText } from "../problem.js";

/** The folders themselves and all below, relative to the root: where outputs may stand. Packages and hidden folders are left out. */
export function sourceFolders(root: string, folders: readonly string[]): string[] {
  const found = new Set<string>();
  const visit = (folder: string): void => {
    if (found.has(folder)) return;
    found.add(folder);
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      if (!entry.isDirectory() || entry.name === "node_modules" || entry.name.startsWith(".")) continue;
      visit(folder === "." ? entry.name : `${folder}/${entry.name}`);
    }
  };
  folders.forEach(visit);
  return [...found].sort(compareText);
}
