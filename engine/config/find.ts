import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { isRecord } from "./settings.js";

/** The text of a configuration and where it stands. */
export interface Found {
  /** The folder that paths of this project are relative to. */
  readonly root: string;
  /** Absolute. Absent: nothing is configured. */
  readonly file?: string;
  readonly text?: string;
  /** Undefined where the text is not JSON. */
  readonly value?: unknown;
  /** Where in the file the configuration stands: `["codegen"]` in a package.json. */
  readonly prefix: readonly string[];
  /** A package.json beside it with a `codegen` key, which has no effect. */
  readonly shadowed?: string;
}

/** The configuration's own file. */
export const configName = "codegen.config.json";

/**
 * From a folder upward: the first `codegen.config.json`, or package.json with a `codegen` key. The
 * search ends at the first folder with a package.json or `.git`: what lies above it is another
 * project, perhaps another user's. Without a configuration, the root is that folder where it has a
 * package.json, or else the folder itself.
 */
export function findConfiguration(folder: string): Found {
  for (let current = resolve(folder); ; current = dirname(current)) {
    const file = join(current, "package.json");
    const text = readIfThere(file);
    const manifest = text === undefined ? undefined : parseJson(text);
    const key = isRecord(manifest) ? manifest["codegen"] : undefined;
    const own = readConfiguration(join(current, configName));
    if (own !== undefined) return key === undefined ? own : { ...own, shadowed: file };
    if (text !== undefined)
      return key === undefined
        ? { root: current, prefix: [] }
        : { root: current, file, text, value: key, prefix: ["codegen"] };
    if (existsSync(join(current, ".git")) || dirname(current) === current) return { root: resolve(folder), prefix: [] };
  }
}

/** @returns undefined if there is no such file */
export function readConfiguration(file: string): Found | undefined {
  const text = readIfThere(file);
  if (text === undefined) return undefined;
  const value = parseJson(text);
  const found = { root: dirname(resolve(file)), file: resolve(file), text };
  if (basename(file) !== "package.json") return { ...found, value, prefix: [] };
  return { ...found, value: isRecord(value) ? (value["codegen"] ?? {}) : value, prefix: ["codegen"] };
}

/** A file's text without a byte order mark; undefined where there is no file. */
export function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  } catch {
    return undefined;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
