import { posix } from "node:path";
import type { FileSystem } from "../../base/file-system.js";
import { resolveRelative } from "./paths.js";

/**
 * The file to which an import refers because of a setting: compiler options, or `imports` of a
 * package.json. codegen does not apply such settings.
 */
export interface Alias {
  /** The setting, for messages: `paths of tsconfig.base.json`. */
  readonly setting: string;
  /** A relative specifier for the same file, if the file exists. */
  readonly relative: string | undefined;
}

/**
 * Returns the alias of a specifier, if a setting defines one.
 * @param from path of the importing file
 */
export function findAlias(fileSystem: FileSystem, from: string, specifier: string): Alias | undefined {
  if (specifier.startsWith("#")) return ofPackage(fileSystem, from, specifier);
  const config = upward(from, "tsconfig.json").find((file) => fileSystem.read(file) !== undefined);
  return config === undefined ? undefined : ofConfig(fileSystem, from, specifier, config);
}

/** Searches the field `imports` of the nearest package.json for the alias. */
function ofPackage(fileSystem: FileSystem, from: string, specifier: string): Alias | undefined {
  const file = upward(from, "package.json").find((path) => fileSystem.read(path) !== undefined);
  if (file === undefined) return undefined;
  const found = match(recordOf(parse(fileSystem.read(file)), "imports"), specifier);
  return found === undefined
    ? undefined
    : {
        setting: `imports of ${file}`,
        relative: relativeTo(
          fileSystem,
          from,
          found.targets.map((target) => posix.join(posix.dirname(file), target)),
          specifier,
        ),
      };
}

function ofConfig(fileSystem: FileSystem, from: string, specifier: string, config: string): Alias | undefined {
  const options = optionsOf(fileSystem, config);
  const based = options.find(({ compilerOptions }) => typeof compilerOptions["baseUrl"] === "string");
  const base =
    based === undefined ? undefined : posix.join(posix.dirname(based.file), String(based.compilerOptions["baseUrl"]));
  const mapped = options.find(({ compilerOptions }) => recordOf(compilerOptions, "paths") !== undefined);
  const found = mapped === undefined ? undefined : match(recordOf(mapped.compilerOptions, "paths"), specifier);
  if (mapped !== undefined && found !== undefined) {
    const targets = found.targets.map((target) => posix.join(base ?? posix.dirname(mapped.file), target));
    return { setting: `paths of ${mapped.file}`, relative: relativeTo(fileSystem, from, targets, specifier) };
  }
  const relative =
    base === undefined ? undefined : relativeTo(fileSystem, from, [posix.join(base, specifier)], specifier);
  return based === undefined || relative === undefined ? undefined : { setting: `baseUrl of ${based.file}`, relative };
}

/**
 * Returns the compiler options of a tsconfig.json and of the files that it extends, each with its
 * file. Options at the start of the list override later ones.
 */
export function optionsOf(fileSystem: FileSystem, config: string): readonly CompilerOptions[] {
  return withBases(fileSystem, config).map((file) => ({
    file,
    compilerOptions: recordOf(parse(fileSystem.read(file)), "compilerOptions") ?? {},
  }));
}

export interface CompilerOptions {
  readonly file: string;
  readonly compilerOptions: { readonly [key: string]: unknown };
}

/**
 * Returns a configuration and the configurations that it extends. A configuration that comes first
 * in the list overrides later ones.
 */
function withBases(fileSystem: FileSystem, file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const value = parse(fileSystem.read(file))?.["extends"];
  const named: unknown[] = Array.isArray(value) ? value.toReversed() : [value];
  const bases = named.flatMap((name) => (typeof name === "string" ? (baseFile(fileSystem, file, name) ?? []) : []));
  return [file, ...bases.flatMap((base) => withBases(fileSystem, base, seen))];
}

function baseFile(fileSystem: FileSystem, file: string, name: string): string | undefined {
  const places = /^\.\.?\//.test(name) ? [posix.join(posix.dirname(file), name)] : upward(file, `node_modules/${name}`);
  return places
    .flatMap((path) => [path, `${path}.json`, `${path}/tsconfig.json`])
    .find((path) => path.endsWith(".json") && fileSystem.read(path) !== undefined);
}

/**
 * Returns the targets of the key that matches the specifier best. This is the specifier itself, or
 * otherwise the matching key with the longest part before its `*`.
 */
function match(
  map: { readonly [key: string]: unknown } | undefined,
  specifier: string,
): { readonly targets: readonly string[] } | undefined {
  const fitting = Object.entries(map ?? {}).flatMap(([key, value]) => {
    const [before = "", after] = key.split("*");
    if (after === undefined) return key === specifier ? [{ rank: Infinity, value, rest: "" }] : [];
    const fits =
      specifier.startsWith(before) && specifier.endsWith(after) && specifier.length >= before.length + after.length;
    return fits
      ? [{ rank: before.length, value, rest: specifier.slice(before.length, specifier.length - after.length) }]
      : [];
  });
  const [best] = fitting.sort((a, b) => b.rank - a.rank);
  return best === undefined
    ? undefined
    : { targets: textsIn(best.value).map((target) => target.replace("*", best.rest)) };
}

/** Returns all strings in a list or in the conditions of an `imports` entry. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Returns a relative specifier of the first target that exists. */
function relativeTo(
  fileSystem: FileSystem,
  from: string,
  targets: readonly string[],
  specifier: string,
): string | undefined {
  for (const target of targets) {
    const path = posix.relative(posix.dirname(from), target);
    const found = resolveRelative(fileSystem, from, path);
    if (found === undefined) continue;
    const file = posix.relative(posix.dirname(from), found);
    const text = file.startsWith(".") ? file : `./${file}`;
    return /\.m?ts$/.test(specifier) ? text : text.replace(/(\.d)?\.(m?)ts$/, ".$2js");
  }
  return undefined;
}

/**
 * Returns the possible paths of a file with this name: in the folder of `from` and in the folders
 * above it, the nearest first.
 */
export function upward(from: string, name: string): string[] {
  const folder = posix.dirname(from);
  return folder === "." || folder === from || folder.endsWith("..")
    ? [name]
    : [`${folder}/${name}`, ...upward(folder, name)];
}

function recordOf(
  value: { readonly [key: string]: unknown } | undefined,
  key: string,
): { readonly [key: string]: unknown } | undefined {
  const found = value?.[key];
  return typeof found === "object" && found !== null && !Array.isArray(found) ? { ...found } : undefined;
}

/** Parses JSON that may have comments and trailing commas. */
function parse(text: string | undefined): { readonly [key: string]: unknown } | undefined {
  const plain = (text ?? "")
    .replace(/("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[^]*?\*\//g, "$1")
    .replace(/,(\s*[}\]])/g, "$1");
  try {
    return recordOf({ value: JSON.parse(plain) as unknown }, "value");
  } catch {
    return undefined;
  }
}
