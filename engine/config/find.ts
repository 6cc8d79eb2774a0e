import { readFileSync } from "node:fs";
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
}

/** The configuration's own file. */
export const configName = "codegen.config.json";

/**
 * From a folder upward: the first `codegen.config.json`, or package.json with a `codegen` key. Without
 * either, the root is the nearest folder with a package.json, or else the folder itself.
 */
export function findConfiguration(folder: string): Found {
  let packageRoot: string | undefined;
  for (let current = resolve(folder); ; current = dirname(current)) {
    const own = readConfiguration(join(current, configName));
    if (own !== undefined) return own;
    const file = join(current, "package.json");
    const text = readIfThere(file);
    if (text !== undefined) {
      packageRoot ??= current;
      const manifest = parseJson(text);
      if (isRecord(manifest) && manifest["codegen"] !== undefined) {
        return { root: current, file, text, value: manifest["codegen"], prefix: ["codegen"] };
      }
    }
    if (dirname(current) === current) return { root: packageRoot ?? resolve(folder), prefix: [] };
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
