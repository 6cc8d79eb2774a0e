import { posix } from "node:path";
import type { NpmEntry, NpmPackage, PackageId } from "../../model/universe.js";
import { orderStrings } from "../../base/problem.js";
import { waysTo, type NpmFolder } from "./npm-package.js";
import { packageOfFile } from "./paths.js";
import type { Files } from "../files.js";
import type { Packages } from "../packages.js";
import type { Resolver } from "./resolver.js";

/**
 * Returns the npm package of each folder, with the specifiers by which other packages can import
 * from the folder. The map is empty if all folders belong to one package.
 */
export function npmPackagesOf(
  files: Files,
  packages: Packages,
  folders: readonly PackageId[],
): ReadonlyMap<PackageId, NpmPackage> {
  const owners = new Map<string, { readonly npm: NpmFolder; readonly folders: PackageId[] }>();
  for (const id of folders) {
    const npm = packages.npmOf(id);
    const key = npm?.folder ?? "";
    const known = owners.get(key);
    if (known !== undefined) known.folders.push(id);
    else owners.set(key, { npm: npm ?? { folder: "", name: "", manifest: {} }, folders: [id] });
  }
  const found = new Map<PackageId, NpmPackage>();
  if (owners.size < 2) return found;
  for (const { npm, folders: own } of owners.values()) {
    const exposed = npm.name === "" ? [] : entriesOf(files, packages, npm, own);
    for (const id of own)
      found.set(id, {
        name: npm.name,
        folder: npm.folder,
        entries: exposed.flatMap((entry) => ofFolder(entry, id)),
      });
  }
  return found;
}

/**
 * Returns the entry points of a package, with the shortest specifier first: those that its
 * package.json allows, and the specifiers by which other folders import the package.
 */
function entriesOf(files: Files, packages: Packages, npm: NpmFolder, folders: readonly PackageId[]): NpmEntry[] {
  const paths = folders.flatMap((id) =>
    (files.fileSystem.list(id) ?? []).flatMap(({ name, folder }) =>
      !folder && /\.m?ts$/.test(name) ? [posix.join(id, name)] : [],
    ),
  );
  const ways = new Map(waysTo(files.fileSystem, npm, paths).map(({ specifier, file }) => [specifier, file]));
  for (const [specifier, file] of packages.links)
    if (specifier === npm.name || specifier.startsWith(`${npm.name}/`)) ways.set(specifier, file);
  const sorted = [...ways].sort(([a], [b]) => a.length - b.length || orderStrings(a, b));
  return sorted.map(([specifier, file]) => ({ specifier, ...passedOn(files, packages.resolver, file) }));
}

/**
 * Returns the files that an entry point re-exports completely, and the single names that it
 * re-exports. The path of a file that is not generated yet is included.
 */
function passedOn(files: Files, resolver: Resolver, entry: string): Omit<NpmEntry, "specifier"> {
  const whole = new Set<string>();
  const types = new Set<string>();
  const names: { name: string; file: string; type?: true }[] = [];
  const visit = (path: string, isType: boolean): void => {
    if (whole.has(path) || (isType && types.has(path))) return;
    (isType ? types : whole).add(path);
    // A generated file is not read, because its exports are known only after planning.
    const file = posix.basename(path).startsWith("zz_generated") ? undefined : files.file(path);
    if (file === undefined) return;
    for (const { specifier, typeOnly } of file.stars)
      if (specifier.startsWith(".")) visit(behind(resolver, path, specifier), isType || typeOnly);
    for (const [name, exported] of file.exports) {
      const imported = exported.specifier === undefined ? file.imports.get(exported.name) : undefined;
      const specifier = exported.specifier ?? imported?.specifier;
      if (specifier?.startsWith(".") !== true || (imported?.name ?? exported.name) !== name) continue;
      names.push({
        name,
        file: behind(resolver, path, specifier),
        ...(isType || exported.typeOnly === true ? { type: true } : {}),
      });
    }
  };
  visit(entry, false);
  return {
    files: [...whole].sort(orderStrings),
    types: [...types].filter((path) => !whole.has(path)).sort(orderStrings),
    names,
  };
}

function behind(resolver: Resolver, from: string, specifier: string): string {
  const path = posix.join(posix.dirname(from), specifier).replace(/\.([cm]?)[jt]s$/, ".$1ts");
  return resolver.find(from, specifier) ?? (/\.[cm]?ts$/.test(path) ? path : `${path}.ts`);
}

function ofFolder(entry: NpmEntry, id: PackageId): NpmEntry[] {
  const isHere = (file: string): boolean => packageOfFile(file) === id;
  const [files, types, names] = [
    entry.files.filter(isHere),
    entry.types.filter(isHere),
    entry.names.filter(({ file }) => isHere(file)),
  ];
  return files.length + types.length + names.length === 0 ? [] : [{ specifier: entry.specifier, files, types, names }];
}
