import { isRecord } from "../../util/is-record.js";
import { posix } from "node:path";
import { compiler } from "../syntax/compiler.js";
import { foldersAbove } from "./linked-package.js";
import { nameOf, parseJson } from "../../base/json.js";
import { runtimePackage } from "../../base/runtime-package.js";
import type { Session } from "../session.js";
import { npmPackage, resolveRelative } from "./paths.js";
import type { SourceFile } from "../syntax/source-file.js";

/**
 * An npm package, and the names that it exports. `types` is undefined if the package has no
 * declaration files.
 */
export interface Module {
  readonly specifier: string;
  /** Folder that contains the importing file. */
  readonly from: string;
  /** Path of the module's declaration file. */
  readonly entry?: string;
  readonly types?: ReadonlySet<string>;
  readonly functions: readonly string[];
  readonly constants: readonly string[];
}

/**
 * Reads the exports of an npm package, once for each specifier.
 *
 * @param from folder of the importing file; package managers can install the package in this folder
 * or above it
 * @returns undefined if the package is not installed
 */
export function readModule(session: Session, specifier: string, from = "."): Module | undefined {
  const { modules } = session;
  if (modules.get(specifier) === undefined) modules.set(specifier, read(session, specifier, from));
  return modules.get(specifier);
}

/**
 * Returns the exports of a package. If only signatures refer to the package, it was not read, and
 * the result contains no exports.
 */
export function knownModule(session: Session, specifier: string): Module {
  const read = session.named.has(specifier) ? session.modules.get(specifier) : undefined;
  return read ?? { specifier, from: ".", functions: [], constants: [] };
}

/** Reports whether an npm package other than the runtime is installed. */
export function isInstalled(session: Session, specifier: string, from = "."): boolean {
  const { installed } = session;
  if (installed.get(specifier) !== true)
    installed.set(
      specifier,
      specifier !== runtimePackage && folderOf(session, npmPackage(specifier), from) !== undefined,
    );
  return installed.get(specifier) === true;
}

function read(session: Session, specifier: string, from: string): Module | undefined {
  const entry = entryOf(session, specifier, from);
  if (entry === undefined) return undefined;
  // Generated code calls functions of the runtime that a separate entry point exports.
  const values = specifier === runtimePackage ? entryOf(session, `${runtimePackage}/codegen/v1`, from) : entry;
  const names = entry.path === undefined ? undefined : namesOf(session, entry.path, values === entry, new Set());
  const valueNames =
    values?.path === undefined || values === entry ? names : namesOf(session, values.path, true, new Set());
  const of = (kind: Kind) =>
    [...(valueNames ?? [])]
      .filter(([, other]) => other === kind)
      .map(([name]) => name)
      .sort();
  return {
    specifier,
    from,
    ...(entry.path === undefined ? {} : { entry: entry.path }),
    ...(names === undefined ? {} : { types: new Set(names.keys()) }),
    functions: of("function"),
    constants: of("constant"),
  };
}

interface ModuleEntry {
  /** Path of the declaration file, if the package has one. */
  readonly path?: string;
}

function entryOf(session: Session, specifier: string, from: string): ModuleEntry | undefined {
  const name = npmPackage(specifier);
  const subpath = specifier === name ? "." : `.${specifier.slice(name.length)}`;
  const folder = folderOf(session, name, from);
  if (folder === undefined) return undefined;
  const json = parseJson(session.fileSystem.read(`${folder}/package.json`) ?? "");
  const path = typesPath(json, subpath);
  const found = path === undefined ? undefined : existing(session, posix.join(folder, path));
  return found === undefined ? {} : { path: found };
}

/**
 * Returns the folder of a package. The search begins in the `node_modules` of the root and of the
 * folders above it, and continues with the importing folder and the folders above it. The root
 * itself can be the package.
 */
function folderOf(session: Session, name: string, from: string): string | undefined {
  const own = session.fileSystem.read("package.json");
  for (const above of new Set([...foldersAbove(session.depth, "."), ...foldersAbove(session.depth, from)])) {
    const folder = posix.join(above, "node_modules", name);
    if (session.fileSystem.read(`${folder}/package.json`) !== undefined) return folder;
  }
  return own !== undefined && nameOf(own) === name ? "." : undefined;
}

function typesPath(json: unknown, subpath: string): string | undefined {
  if (!isRecord(json)) return undefined;
  const exported = condition(
    isRecord(json.exports) && subpath in json.exports
      ? json.exports[subpath]
      : subpath === "."
        ? json.exports
        : undefined,
  );
  if (exported !== undefined) return exported;
  if (json.exports !== undefined) return undefined;
  if (subpath !== ".") return subpath;
  if (typeof json.types === "string") return json.types;
  if (typeof json.typings === "string") return json.typings;
  return typeof json.main === "string" ? json.main : "index";
}

function condition(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (!isRecord(value)) return undefined;
  for (const key of ["types", "import", "default", "node"]) {
    const found = condition(value[key]);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Returns the file in which the exports of an entry are declared: the declaration file, or the
 * source file if a workspace package is not built yet.
 */
function existing(session: Session, path: string): string | undefined {
  const stem = path.replace(/(\.d)?\.[cm]?[jt]s$/, "");
  const candidates = [
    path,
    `${stem}.d.ts`,
    `${stem}.d.mts`,
    `${stem}.d.cts`,
    `${stem}/index.d.ts`,
    `${stem.replace("/dist/", "/")}.ts`,
  ];
  return candidates.find(
    (candidate) => /\.[cm]?ts$/.test(candidate) && session.fileSystem.read(candidate) !== undefined,
  );
}

type Kind = "type" | "function" | "constant";

/**
 * Returns the names that a file exports, with their kinds. A file of named re-exports is read only
 * to determine kinds.
 * @param kinds true to determine the kinds; if false, every name counts as a type
 */
function namesOf(session: Session, path: string, kinds: boolean, seen: Set<string>): Map<string, Kind> {
  const names = new Map<string, Kind>();
  const file = seen.has(path) ? undefined : session.file(path);
  seen.add(path);
  if (file === undefined) return names;
  // Names by specifier, because a file often re-exports many names from one other file.
  const targets = new Map<string | undefined, Map<string, Kind>>();
  for (const [exported, { name, specifier, typeOnly }] of file.exports) {
    if (!kinds || typeOnly === true || name === "*") {
      names.set(exported, "type");
      continue;
    }
    const target =
      targets.get(specifier) ??
      (specifier === undefined ? namesHere(file) : namesBehind(session, path, specifier, kinds, new Set(seen)));
    targets.set(specifier, target);
    names.set(exported, target.get(name) ?? "type");
  }
  for (const { specifier, typeOnly } of file.stars) {
    for (const [name, kind] of namesBehind(
      session,
      path,
      specifier,
      kinds && !typeOnly,
      typeOnly ? new Set(seen) : seen,
    ))
      if (name !== "default" && !names.has(name)) names.set(name, kind);
  }
  return names;
}

function namesBehind(
  session: Session,
  from: string,
  specifier: string,
  kinds: boolean,
  seen: Set<string>,
): Map<string, Kind> {
  const path = specifier.startsWith(".")
    ? resolveDeclarations(session, from, specifier)
    : entryOf(session, specifier, posix.dirname(from))?.path;
  return path === undefined ? new Map<string, Kind>() : namesOf(session, path, kinds, seen);
}

function resolveDeclarations(session: Session, from: string, specifier: string): string | undefined {
  const path = posix.join(posix.dirname(from), specifier);
  const declarations = path.replace(/\.([cm]?)js$/, ".d.$1ts");
  return session.fileSystem.read(declarations) === undefined
    ? resolveRelative(session.fileSystem, from, specifier)
    : declarations;
}

function namesHere(file: SourceFile): Map<string, Kind> {
  const names = new Map<string, Kind>();
  for (const name of file.declared.keys()) names.set(name, "type");
  for (const { name } of file.functions) if (name !== undefined) names.set(name.text, "function");
  for (const { node } of file.constants) if (compiler.isIdentifier(node.name)) names.set(node.name.text, "constant");
  return names;
}
