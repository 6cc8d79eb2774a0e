import { basename, dirname, join, resolve } from "node:path";
import { askDisk, type Ask } from "../base/ask.js";
import { parseJson, parseObject } from "../base/json.js";
import { configName } from "../base/names.js";
import { isRecord } from "../util/is-record.js";

/** The path and content of a configuration. */
export interface FoundConfiguration {
  /** The folder to which the paths in the configuration are relative. */
  readonly root: string;
  /** Absolute path of the configuration file; absent if the project has no configuration. */
  readonly file?: string;
  readonly text?: string;
  /** The parsed text; undefined if the text is not JSON. */
  readonly value?: unknown;
  /**
   * Path of the configuration in the file's JSON: `["codegen"]` in a package.json, otherwise empty.
   */
  readonly prefix: readonly string[];
  /**
   * Path of a package.json in the same folder whose `codegen` key has no effect; absent if it does
   * not exist.
   */
  readonly shadowed?: string;
}

/**
 * Finds the configuration of a folder: the first `codegen.config.json`, or package.json with a
 * `codegen` key, in the folder or above it. The search ends at the first folder with a package.json
 * or `.git`, because the folders above it belong to another project. If no configuration is found,
 * the root is the last searched folder if it has a package.json; otherwise, it is the given folder.
 */
export function findConfiguration(folder: string, ask: Ask = askDisk): FoundConfiguration {
  for (let current = resolve(folder); ; current = dirname(current)) {
    const file = join(current, "package.json");
    const text = readIfThere(file, ask);
    const key = parseObject(text)?.["codegen"];
    const own = readConfigurationFile(join(current, configName), ask);
    if (own !== undefined) return key === undefined ? own : { ...own, shadowed: file };
    if (text !== undefined)
      return key === undefined
        ? { root: current, prefix: [] }
        : { root: current, file, text, value: key, prefix: ["codegen"] };
    if (ask("exists", join(current, ".git")) || dirname(current) === current)
      return { root: resolve(folder), prefix: [] };
  }
}

/** Reads a configuration file. Returns undefined if the file does not exist. */
export function readConfigurationFile(file: string, ask: Ask): FoundConfiguration | undefined {
  const text = readIfThere(file, ask);
  if (text === undefined) return undefined;
  const value = parseJson(text);
  const found = { root: dirname(resolve(file)), file: resolve(file), text };
  if (basename(file) !== "package.json") return { ...found, value, prefix: [] };
  return { ...found, value: isRecord(value) ? (value["codegen"] ?? {}) : value, prefix: ["codegen"] };
}

/** Returns a file's text without a byte order mark; undefined if the file does not exist. */
export function readIfThere(file: string, ask: Ask = askDisk): string | undefined {
  return ask("text", file)?.replace(/^\uFEFF/, "");
}
