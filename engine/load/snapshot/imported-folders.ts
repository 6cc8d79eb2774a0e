import { posix } from "node:path";
import type { FileSystem } from "../../base/file-system.js";
import type { PackageId } from "../../model/universe.js";
import { specifiersIn } from "../discover/import-specifiers.js";
import { isSource, packageOfFile } from "../discover/paths.js";
import type { Packages } from "../packages.js";

/**
 * Returns a folder and all folders from which its files import, directly or through other folders.
 * Returns undefined if an import refers to a file that is not a source file. The texts are searched
 * without parsing.
 */
export type ImportedFolders = (id: PackageId) => readonly PackageId[] | undefined;

export function importedFolders(fileSystem: FileSystem, packages: Packages): ImportedFolders {
  const direct = new Map<PackageId, ReadonlySet<PackageId> | undefined>();
  const importsOf = (id: PackageId): ReadonlySet<PackageId> | undefined => {
    if (!direct.has(id)) direct.set(id, readImports(fileSystem, packages, id));
    return direct.get(id);
  };
  return (id) => {
    // A marker can name any package of the workspace that some file imports, so the folders of all
    // these packages are included.
    const linked = [...packages.links.values()].map(packageOfFile);
    const reached = new Set([id, ...linked]);
    // `for` also visits the folders that are added to the set during the loop.
    for (const folder of reached) {
      const imports = importsOf(folder);
      if (imports === undefined) return undefined;
      for (const other of imports) reached.add(other);
    }
    return [...reached];
  };
}

function readImports(fileSystem: FileSystem, packages: Packages, id: PackageId): ReadonlySet<PackageId> | undefined {
  const found = new Set<PackageId>();
  for (const { name, folder } of fileSystem.list(id) ?? []) {
    if (folder || !isSource(name)) continue;
    const file = posix.join(id, name);
    for (const specifier of specifiersIn(fileSystem.read(file) ?? "")) {
      // Imports of generated files are ignored, because generated files are not read.
      if (/(^|\/)zz_generated\./.test(specifier)) continue;
      const isRelative = specifier.startsWith(".");
      const path = isRelative ? packages.resolver.find(file, specifier) : packages.linked(file, specifier);
      if (path === undefined) continue;
      if (!isSource(posix.basename(path))) return undefined;
      found.add(packageOfFile(path));
    }
  }
  return found;
}
