import type { PackageId } from "../../model/universe.js";
import { fingerprintOfName } from "./name-fingerprint.js";
import type { Module, Modules } from "../discover/module.js";
import { isRuntime, type FolderSnapshot, type LoadSnapshot } from "./snapshot.js";
import type { Find } from "../lower/find.js";

/**
 * Returns the snapshots that are valid in a new run. A snapshot is valid if reading its folder
 * again would have the same result.
 */
export function validSnapshots(
  find: Find,
  npm: Modules,
  { folders, modules, installed }: LoadSnapshot,
): ReadonlyMap<PackageId, FolderSnapshot> {
  const isSame =
    [...modules].every(([specifier, known]) => isSameModule(known, npm.read(specifier, known?.from))) &&
    [...installed].every(([npmPackage, known]) => npm.isInstalled(npmPackage) === known);
  if (!isSame) return new Map();
  const same = new Map([...folders].filter(([id, snapshot]) => isSameFolder(find, id, snapshot)));
  // A snapshot is valid only if all snapshots that it depends on are valid.
  for (let before = -1; before !== same.size;) {
    before = same.size;
    for (const [id, { madeOf }] of same) if (!madeOf.every((other) => same.has(other))) same.delete(id);
  }
  return same;
}

function isSameFolder(find: Find, id: PackageId, { files, names, runtime }: FolderSnapshot): boolean {
  const now = find.folder(id)?.files;
  return (
    now?.length === files.length &&
    files.every((file, index) => file === now[index]) &&
    isRuntime(find, files) === runtime &&
    names.every(
      ({ file, path, fingerprint }) => fingerprintOfName(find, find.name(file, path.split("."))) === fingerprint,
    )
  );
}

function isSameModule(a: Module | undefined, b: Module | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return (
    isSameList([...(a.types ?? [])], [...(b.types ?? [])]) &&
    isSameList(a.functions, b.functions) &&
    isSameList(a.constants, b.constants)
  );
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, index) => text === b[index]);
}
