import { posix } from "node:path";
import { isRecord } from "../../util/is-record.js";
import type { FileSystem } from "../../base/file-system.js";
import { readNpmFolder, type NpmFolder } from "./npm-package.js";
import { parseObject } from "../../base/json.js";
import { foldersAbove } from "./paths.js";

/**
 * Returns the package of the same workspace to which a package name refers in code of a folder.
 * Package managers link such a package into a `node_modules` of the folder or of a folder above it.
 * If nothing is installed, the list of packages of the workspace decides.
 *
 * @param depth number of folders above the root
 * @returns undefined if no package is found, and for a package that is installed as a copy, because
 * its sources belong to another project
 */
export function linkedPackage(
  fileSystem: FileSystem,
  depth: number,
  from: string,
  name: string,
): NpmFolder | undefined {
  const parent = posix.dirname(posix.join("node_modules", name));
  const base = posix.basename(name);
  const above = foldersAbove(depth, from);
  for (const folder of above) {
    const found = fileSystem.list(posix.join(folder, parent))?.find((entry) => entry.name === base);
    if (found === undefined) continue;
    const { target } = found;
    return target === undefined || /(^|\/)node_modules\//.test(target) ? undefined : readNpmFolder(fileSystem, target);
  }
  const workspace = above.find((folder) => patternsOf(fileSystem, folder).length > 0);
  if (workspace === undefined) return undefined;
  const members = patternsOf(fileSystem, workspace).flatMap((pattern) =>
    matching(fileSystem, workspace, pattern.split("/")),
  );
  return members.map((folder) => readNpmFolder(fileSystem, folder)).find((npm) => npm?.name === name);
}

/** Returns the globs in the list of packages of a workspace's root folder, such as `packages/*`. */
function patternsOf(fileSystem: FileSystem, folder: string): string[] {
  const named = parseObject(fileSystem.read(posix.join(folder, "package.json")))?.["workspaces"];
  const list = isRecord(named) ? named["packages"] : named;
  if (Array.isArray(list))
    return list.filter((pattern) => typeof pattern === "string").map((pattern) => posix.normalize(pattern));
  const yaml = fileSystem.read(posix.join(folder, "pnpm-workspace.yaml"));
  const [, block = ""] = /^packages:[^\S\n]*\n((?:[^\S\n]*(?:-.*|#.*)?\n?)*)/m.exec(yaml ?? "") ?? [];
  return [...block.matchAll(/^\s*-\s*["']?([^"'#\n]+?)["']?\s*(?:#.*)?$/gm)].map(([, pattern = ""]) =>
    posix.normalize(pattern),
  );
}

/** Returns the folders below a folder that match a glob with `*` and `**`. */
function matching(fileSystem: FileSystem, folder: string, pattern: readonly string[]): string[] {
  const [first, ...rest] = pattern.filter((part) => part !== "" && part !== ".");
  if (first === undefined) return [folder];
  if (!first.includes("*")) return matching(fileSystem, posix.join(folder, first), rest);
  const names = (fileSystem.list(folder) ?? [])
    .filter((entry) => entry.folder && entry.name !== "node_modules" && !entry.name.startsWith("."))
    .map(({ name }) => name);
  if (first === "**")
    return [
      ...matching(fileSystem, folder, rest),
      ...names.flatMap((name) => matching(fileSystem, posix.join(folder, name), pattern)),
    ];
  const glob = new RegExp(`^${first.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*")}$`);
  return names
    .filter((name) => glob.test(name))
    .flatMap((name) => matching(fileSystem, posix.join(folder, name), rest));
}
