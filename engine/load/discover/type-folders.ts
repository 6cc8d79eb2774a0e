import { posix } from "node:path";
import { packageManagerOf } from "../../base/package-manager.js";
import type { FileSystem } from "../../base/file-system.js";

const depth = 4;
const others: ReadonlySet<string> = new Set(["node_modules", "dist", "build", "out", "coverage", "test", "tests"]);

/**
 * Returns the folders with a types.ts that are at most four levels below the root. The search is
 * limited because the result is only used in hints.
 */
export function typeFolders(fileSystem: Pick<FileSystem, "list">): readonly string[] {
  const found: string[] = [];
  const visit = (folder: string, level: number): void => {
    const entries = fileSystem.list(folder) ?? [];
    if (entries.some((entry) => !entry.folder && entry.name === "types.ts")) found.push(folder);
    if (level === depth) return;
    for (const { name, folder: isFolder } of entries) {
      if (isFolder && !name.startsWith(".") && !others.has(name)) visit(posix.join(folder, name), level + 1);
    }
  };
  visit(".", 0);
  return found;
}

/**
 * Returns a hint for a project that has a types.ts in a folder that is not searched by default: a
 * command and a setting that name the folder. Returns undefined if no folder has a types.ts.
 */
export function unnamedTypes(root: string, fileSystem: Pick<FileSystem, "list">): string | undefined {
  const [folder] = typeFolders(fileSystem);
  return folder === undefined
    ? undefined
    : `${folder} contains types.ts: run ${packageManagerOf(root).codegen(folder)}, or write {"paths": [${JSON.stringify(folder)}]} into codegen.config.json`;
}
