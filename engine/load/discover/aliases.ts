import { posix } from "node:path";
import type { FileSystem } from "../../base/file-system.js";
import { isRecord } from "../../util/is-record.js";
import { starIn } from "./paths.js";
import type { Resolver } from "./resolver.js";
import { nearestFile, compilerOptionsOf, readConfig } from "./tsconfig.js";

/**
 * The file to which an import refers because of a setting: compiler options, or `imports` in a
 * package.json. codegen detects such imports but does not resolve types through them.
 */
export interface Alias {
  /** The setting as messages name it: `paths of tsconfig.base.json`. */
  readonly setting: string;
  /** A relative specifier for the same file; undefined if the file does not exist. */
  readonly relative: string | undefined;
}

/**
 * Returns the alias of a specifier; undefined if no setting defines one.
 * @param from path of the importing file
 */
export function findAlias(
  fileSystem: FileSystem,
  resolver: Resolver,
  from: string,
  specifier: string,
): Alias | undefined {
  const to = (found: string | undefined) => (found === undefined ? undefined : relativeTo(from, found, specifier));
  if (specifier.startsWith("#")) {
    const file = nearestFile(fileSystem, from, "package.json") ?? "";
    const { imports } = readConfig(fileSystem, file) ?? {};
    return isAmong(imports, specifier)
      ? { setting: `imports of ${file}`, relative: to(resolver.find(from, specifier)) }
      : undefined;
  }
  const config = nearestFile(fileSystem, from, "tsconfig.json");
  const options = config === undefined ? [] : compilerOptionsOf(fileSystem, config);
  const based = options.find(({ compilerOptions }) => typeof compilerOptions["baseUrl"] === "string");
  const base =
    based === undefined ? undefined : posix.join(posix.dirname(based.file), String(based.compilerOptions["baseUrl"]));
  const mapped = options.find(({ compilerOptions }) => isRecord(compilerOptions["paths"]));
  if (mapped !== undefined && isAmong(mapped.compilerOptions["paths"], specifier)) {
    const paths = stringLists(mapped.compilerOptions["paths"]);
    const settings = { baseUrl: base ?? posix.dirname(mapped.file), paths };
    return { setting: `paths of ${mapped.file}`, relative: to(resolver.findWith(settings, from, specifier)) };
  }
  const found = base === undefined ? undefined : resolver.findWith({ baseUrl: base }, from, specifier);
  return based === undefined || found === undefined
    ? undefined
    : { setting: `baseUrl of ${based.file}`, relative: to(found) };
}

/** Reports whether a specifier matches a key of `paths` or `imports`. */
function isAmong(map: unknown, specifier: string): boolean {
  const keys = Object.keys(isRecord(map) ? map : {});
  return keys.some((key) => key === specifier || starIn(key, specifier) !== undefined);
}

/** Returns `paths` of a tsconfig.json without values that the compiler would reject. */
function stringLists(map: unknown): { readonly [key: string]: string[] } {
  return Object.fromEntries(
    Object.entries(isRecord(map) ? map : {}).map(([key, value]) => [
      key,
      (Array.isArray(value) ? value : []).filter((target) => typeof target === "string"),
    ]),
  );
}

/**
 * Returns a relative specifier for a file. It ends in `.ts` or `.mts` if the alias does, and
 * otherwise in `.js` or `.mjs`.
 */
function relativeTo(from: string, found: string, specifier: string): string {
  const file = posix.relative(posix.dirname(from), found);
  const text = file.startsWith(".") ? file : `./${file}`;
  return /\.m?ts$/.test(specifier) ? text : text.replace(/(\.d)?\.(m?)ts$/, ".$2js");
}
