import { resolve } from "node:path";
import { isEqual } from "../util/equal.js";
import { once } from "../util/once.js";
import { orderStrings } from "../base/problem.js";
import type {
  FunctionDeclaration,
  NpmPackage,
  Package,
  PackageId,
  TypeDeclaration,
  Universe,
} from "../model/universe.js";
import type { Closure, ClosureFolder } from "./closure.js";
import type { UnreadFolder } from "./discover/connected-folders.js";
import { specifiersIn } from "./discover/import-specifiers.js";
import type { ModuleKind, ModuleKinds } from "./discover/module-kind.js";
import type { Module } from "./discover/module.js";
import { npmPackagesOf } from "./discover/npm-entries.js";
import { folderIdentifier } from "./discover/paths.js";
import type { Sources } from "./sources.js";
import type { TypeEntry } from "./lower/type-table.js";

/** Builds the model that generators read from the types of a closure. */
export function buildUniverse(
  { files, packages: npmPackages, modules }: Pick<Sources, "files" | "packages" | "modules">,
  root: string,
  kinds: ModuleKinds,
  closure: Closure,
  others: readonly UnreadFolder[] = [],
): Universe {
  const byPackage = new Map<PackageId, TypeEntry[]>();
  for (const entry of closure.table.entries.values()) {
    const entries = byPackage.get(entry.package);
    if (entries === undefined) byPackage.set(entry.package, [entry]);
    else entries.push(entry);
  }
  const endings = [
    ...[...closure.folders.values()].map((read) => ({ id: read.folder.id, ending: mostFrequent(endingsOf(read)) })),
    ...others.map(({ id, texts }) => ({ id, ending: mostFrequent(texts.flatMap(endingsIn)) })),
  ].sort((a, b) => orderStrings(a.id, b.id));
  const usual = mostFrequent(endings.flatMap(({ ending }) => ending ?? [])) ?? ".js";
  const packages: [PackageId, Package][] = [];
  const npm = npmPackagesOf(files, npmPackages, [...closure.folders.keys()]);
  for (const [id, read] of closure.folders)
    packages.push([id, withNpm(folderPackage(root, kinds.get(id), read, byPackage.get(id) ?? [], usual), npm.get(id))]);
  for (const [id, entries] of byPackage) {
    if (closure.folders.has(id)) continue;
    packages.push([id, modulePackage(modules.known(id), entries)]);
  }
  packages.sort(([a], [b]) => orderStrings(a, b));
  return { packages: Object.fromEntries(packages) };
}

function folderPackage(
  root: string,
  kind: ModuleKind | undefined,
  read: ClosureFolder,
  entries: readonly TypeEntry[],
  usual: Package["importEnding"],
): Package {
  const { folder, target, functions, constants, snapshot } = read;
  // Where Node needs file endings, an import without one is a mistake. Such imports are not counted
  // when the ending of generated imports is chosen.
  const needsEnding = kind?.isNode === true && kind.format === "esm";
  const ending =
    mostFrequent(endingsOf(read).filter((one) => !needsEnding || one !== "")) ??
    (needsEnding && usual === "" ? ".js" : usual);
  if (snapshot?.package?.importEnding === ending && isSame(snapshot.entries, entries)) return snapshot.package;
  const files = folder.files.map((file) => file.path);
  return {
    id: folder.id,
    kind: "folder",
    name: folderIdentifier(resolve(root, folder.id)),
    target,
    markers: folder.markers,
    position: folder.position,
    files,
    types: typesOf(entries, files),
    functions,
    constants,
    importEnding: ending,
  };
}

function withNpm(found: Package, npm: NpmPackage | undefined): Package {
  const { npm: before, ...rest } = found;
  if (isEqual(before, npm)) return found;
  return npm === undefined ? rest : { ...rest, npm };
}

function isSame(a: readonly TypeEntry[], b: readonly TypeEntry[]): boolean {
  return a.length === b.length && a.every((entry, index) => entry === b[index]);
}

function modulePackage(found: Module, entries: readonly TypeEntry[]): Package {
  const { specifier } = found;
  const position = { file: specifier, line: 1, column: 1 };
  const values = specifier === "@apimachinery/runtime" ? `${specifier}/codegen/v1` : specifier;
  const functions: FunctionDeclaration[] = found.functions.map((name) => ({
    name,
    package: specifier,
    file: values,
    position,
    exported: true,
    form: "declaration",
    markers: [],
    parameters: [],
    returnText: "",
    mentions: [],
    uses: [],
  }));
  const constants = found.constants.map((name) => ({ name, package: specifier, file: values, position, markers: [] }));
  return {
    id: specifier,
    kind: "module",
    name: folderIdentifier(specifier),
    target: false,
    markers: [],
    position,
    files: [],
    types: typesOf(entries, []),
    functions,
    constants,
    importEnding: ".js",
  };
}

/**
 * Returns the types of a package in order of declaration. Instantiations of generics that another
 * folder declares come last.
 */
function typesOf(entries: readonly TypeEntry[], files: readonly string[]): { [name: string]: TypeDeclaration } {
  const place = (entry: TypeEntry) => (files.includes(entry.file) ? files.indexOf(entry.file) : files.length);
  const sorted = [...entries].sort(
    (a, b) =>
      place(a) - place(b) ||
      a.position.line - b.position.line ||
      a.position.column - b.position.column ||
      orderStrings(a.name, b.name),
  );
  return Object.fromEntries(
    sorted.flatMap(({ state: _state, lower: _lower, shape, ...declaration }): [string, TypeDeclaration][] =>
      shape === undefined ? [] : [[declaration.name, { ...declaration, shape }]],
    ),
  );
}

type Ending = Package["importEnding"];

/** Returns the file endings of the relative imports in a folder's files, one for each import. */
export const endingsOf = once(
  ({ folder, snapshot }: ClosureFolder): readonly Ending[] =>
    snapshot?.endings ?? folder.files.flatMap(({ node }) => endingsIn(node.text)),
);

/** Returns the file endings of the relative imports in a file's text, one for each import. */
function endingsIn(text: string): readonly Ending[] {
  return specifiersIn(text)
    .filter((specifier) => specifier.startsWith("."))
    .map((specifier) => (specifier.endsWith(".js") ? ".js" : specifier.endsWith(".ts") ? ".ts" : ""));
}

/**
 * Returns the most frequent value; the first one if several are equally frequent; undefined for an
 * empty list.
 */
function mostFrequent<T>(values: readonly T[]): T | undefined {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let best: T | undefined;
  for (const [value, count] of counts) if (best === undefined || count > (counts.get(best) ?? 0)) best = value;
  return best;
}
