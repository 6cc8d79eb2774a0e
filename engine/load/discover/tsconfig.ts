import { posix } from "node:path";
import { isRecord } from "../../util/is-record.js";
import type { FileSystem } from "../../base/file-system.js";
import { compiler } from "../syntax/compiler.js";
import { foldersAbove } from "./paths.js";

export interface CompilerOptions {
  readonly file: string;
  readonly compilerOptions: { readonly [key: string]: unknown };
}

/**
 * Returns the compiler options of a tsconfig.json and of the files that it extends, each with the
 * path of its file. Earlier options override later ones.
 */
export function compilerOptionsOf(fileSystem: FileSystem, file: string, seen = new Set<string>()): CompilerOptions[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const { compilerOptions, extends: named } = readConfig(fileSystem, file) ?? {};
  const names: unknown[] = Array.isArray(named) ? named.toReversed() : [named];
  const bases = names.flatMap((name) => (typeof name === "string" ? (baseFile(fileSystem, file, name) ?? []) : []));
  return [
    { file, compilerOptions: isRecord(compilerOptions) ? compilerOptions : {} },
    ...bases.flatMap((base) => compilerOptionsOf(fileSystem, base, seen)),
  ];
}

function baseFile(fileSystem: FileSystem, file: string, name: string): string | undefined {
  const places = /^\.\.?\//.test(name) ? [posix.join(posix.dirname(file), name)] : above(file, `node_modules/${name}`);
  return places
    .flatMap((path) => [path, `${path}.json`, `${path}/tsconfig.json`])
    .find((path) => path.endsWith(".json") && fileSystem.read(path) !== undefined);
}

/**
 * Returns the path of the nearest file with the given name; undefined if none exists. Searches the
 * folder of the file `from` and the folders above it, up to the root.
 */
export function nearestFile(fileSystem: FileSystem, from: string, name: string): string | undefined {
  return above(from, name).find((path) => fileSystem.read(path) !== undefined);
}

/**
 * Returns the paths that a file with the given name would have in the folder of the file `from` and
 * in the folders above it.
 */
function above(from: string, name: string): string[] {
  return foldersAbove(0, posix.dirname(from)).map((folder) => posix.join(folder, name));
}

/**
 * Reads JSON that may have comments and trailing commas. Returns undefined for a file that does not
 * exist or is not JSON.
 */
export function readConfig(fileSystem: FileSystem, path: string): { readonly [key: string]: unknown } | undefined {
  const { config, error } = compiler.parseConfigFileTextToJson(path, fileSystem.read(path) ?? "") as ParsedConfig;
  return error === undefined && isRecord(config) ? config : undefined;
}

/** The compiler's parse result, with the type `unknown` in place of `any`. */
interface ParsedConfig {
  readonly config?: unknown;
  readonly error?: unknown;
}
