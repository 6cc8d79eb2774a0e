import { posix } from "node:path";
import type { NpmEntry, NpmPackage, PackageId } from "../../model/universe.js";
import { compareText } from "../../base/problem.js";
import { waysTo, type NpmFolder } from "./npm-package.js";
import { packageOf, resolveRelative } from "./paths.js";
import type { Session } from "../session.js";

/**
 * Returns, for each folder, its npm package and the specifiers by which other packages can import
 * from the folder. The map is empty if all folders belong to one package.
 */
export function npmPackagesOf(session: Session, folders: readonly PackageId[]): ReadonlyMap<PackageId, NpmPackage> {
  const owners = new Map<string, { readonly npm: NpmFolder; readonly folders: PackageId[] }>();
  for (const id of folders) {
    const npm = session.npmOf(id);
    const key = npm?.folder ?? "";
    const known = owners.get(key);
    if (known !== undefined) known.folders.push(id);
    else owners.set(key, { npm: npm ?? { folder: "", name: "", manifest: {} }, folders: [id] });
  }
  const packages = new Map<PackageId, NpmPackage>();
  if (owners.size < 2) return packages;
  for (const { npm, folders: own } of owners.values()) {
    const exposed = npm.name === "" ? [] : entriesOf(session, npm, own);
    for (const id of own)
      packages.set(id, {
        name: npm.name,
        folder: npm.folder,
        entries: exposed.flatMap((entry) => ofFolder(entry, id)),
      });
  }
  return packages;
}

/**
 * Returns the entry points of a package, shortest specifier first. They come from `exports`, and
 * from the imports of the package in other folders.
 */
function entriesOf(session: Session, npm: NpmFolder, folders: readonly PackageId[]): NpmEntry[] {
  const files = folders.flatMap((id) =>
    (session.fileSystem.list(id) ?? []).flatMap(({ name, folder }) =>
      !folder && /\.m?ts$/.test(name) ? [posix.join(id, name)] : [],
    ),
  );
  const ways = new Map(waysTo(session.fileSystem, npm, files).map(({ specifier, file }) => [specifier, file]));
  for (const [specifier, file] of session.links)
    if (specifier === npm.name || specifier.startsWith(`${npm.name}/`)) ways.set(specifier, file);
  const sorted = [...ways].sort(([a], [b]) => a.length - b.length || compareText(a, b));
  return sorted.map(([specifier, file]) => ({ specifier, ...passedOn(session, file) }));
}

/**
 * Returns the files that an entry re-exports completely, and the single names that it re-exports. A
 * file that is not generated yet is included by its path.
 */
function passedOn(session: Session, entry: string): Omit<NpmEntry, "specifier"> {
  const files = new Set<string>();
  const types = new Set<string>();
  const names: { name: string; file: string; type?: true }[] = [];
  const visit = (path: string, isType: boolean): void => {
    if (files.has(path) || (isType && types.has(path))) return;
    (isType ? types : files).add(path);
    // The names that a generated file exports are not known before planning.
    const file = posix.basename(path).startsWith("zz_generated") ? undefined : session.file(path);
    if (file === undefined) return;
    for (const { specifier, typeOnly } of file.stars)
      if (specifier.startsWith(".")) visit(behind(session, path, specifier), isType || typeOnly);
    for (const [name, exported] of file.exports) {
      const imported = exported.specifier === undefined ? file.imports.get(exported.name) : undefined;
      const specifier = exported.specifier ?? imported?.specifier;
      if (specifier?.startsWith(".") !== true || (imported?.name ?? exported.name) !== name) continue;
      names.push({
        name,
        file: behind(session, path, specifier),
        ...(isType || exported.typeOnly === true ? { type: true } : {}),
      });
    }
  };
  visit(entry, false);
  return {
    files: [...files].sort(compareText),
    types: [...types].filter((path) => !files.has(path)).sort(compareText),
    names,
  };
}

function behind(session: Session, from: string, specifier: string): string {
  const path = posix.join(posix.dirname(from), specifier).replace(/\.([cm]?)[jt]s$/, ".$1ts");
  return resolveRelative(session.fileSystem, from, specifier) ?? (/\.[cm]?ts$/.test(path) ? path : `${path}.ts`);
}

function ofFolder(entry: NpmEntry, id: PackageId): NpmEntry[] {
  const isHere = (file: string): boolean => packageOf(file) === id;
  const [files, types, names] = [
    entry.files.filter(isHere),
    entry.types.filter(isHere),
    entry.names.filter(({ file }) => isHere(file)),
  ];
  return files.length + types.length + names.length === 0 ? [] : [{ specifier: entry.specifier, files, types, names }];
}
