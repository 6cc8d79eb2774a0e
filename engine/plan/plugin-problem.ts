import { existsSync, readFileSync } from "node:fs";
import { resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { filesBelow } from "../util/files-below.js";
import { lineAndColumn } from "../util/line-and-column.js";
import { relativePath } from "../util/relative-path.js";
import { GeneratorFailure } from "./generator-failure.js";
import type { Position, Problem } from "../base/problem.js";
import { pluginProblems } from "./problem-codes.js";

/** The module that exports a custom generator. */
export interface PluginOrigin {
  /** Specifier of the module in the configuration. */
  readonly specifier: string;
  /** Path of the module, relative to the root. */
  readonly entry: string;
}

/** The modules of the custom generators, by the name of the generator. */
export type PluginOrigins = ReadonlyMap<string, PluginOrigin>;

/**
 * Returns the problem for an error if it is the failure of a custom generator; otherwise,
 * undefined. The position is the line that the author of the generator has to correct.
 */
export function pluginProblem(plugins: PluginOrigins, error: unknown, root: string): Problem | undefined {
  if (!(error instanceof GeneratorFailure)) return undefined;
  const { generator, cause, file } = error;
  const origin = plugins.get(generator.name);
  if (origin === undefined) return undefined;
  const templates = fileURLToPath(generator.templates);
  const reason = cause instanceof Error ? cause.message : String(cause);
  const position = templatePosition(root, templates, reason) ??
    stackPosition(root, origin, cause) ?? { file: origin.entry, line: 1, column: 1 };
  const printing = file === undefined ? "" : ` when it printed ${file}`;
  // The position has the path of a template. Parsers point to a column below a copy of the line.
  const lines = reason
    .replace(/^.+?\.hbs: /, "")
    .split("\n")
    .filter((line) => line.trim() !== "" && !/^[- ]*\^/.test(line));
  return {
    ...pluginProblems.is("plugin/failed"),
    message: `the plug-in ${origin.specifier} (generator ${generator.name}) failed${printing}: ${lines.join(" ")}`,
    hint: "the mistake is in the plug-in, not in the types",
    position,
  };
}

/**
 * Returns the position in a template that cannot be parsed, or that prints a value which is missing
 * in the data. Returns undefined for any other error.
 */
function templatePosition(root: string, folder: string, reason: string): Position | undefined {
  const [, path] = /^(.+?\.hbs): /.exec(reason) ?? [];
  if (path !== undefined && existsSync(path))
    return { file: relativePath(root, path), line: Number(/\bline (\d+)/.exec(reason)?.[1] ?? 1), column: 1 };
  const [, missing] = /^the view has no value "(.*)"$/.exec(reason) ?? [];
  if (missing === undefined || !existsSync(folder)) return undefined;
  const printed = new RegExp(`\\{\\{[^}]*(?<![\\w$.])${missing.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")}(?![\\w$])`);
  const templates = filesBelow(folder).filter((path) => path.endsWith(".hbs"));
  for (const path of templates.sort()) {
    const text = readFileSync(path, "utf8");
    const at = text.search(printed);
    if (at < 0) continue;
    return { file: relativePath(root, path), ...lineAndColumn(text, at) };
  }
  return undefined;
}

/**
 * Returns the position of the first stack frame in the custom generator's files; undefined if no
 * frame is in these files.
 */
function stackPosition(root: string, { entry }: PluginOrigin, cause: unknown): Position | undefined {
  const folder = resolve(root, entry, "..");
  for (const line of (cause instanceof Error ? (cause.stack ?? "") : "").split("\n")) {
    const [, place, row, column] = /(?:\(|at )((?:file:\/\/)?[^()\s]+):(\d+):(\d+)\)?$/.exec(line) ?? [];
    if (place === undefined) continue;
    const path = place.startsWith("file://") ? fileURLToPath(place) : place;
    if (path.startsWith(`${folder}${sep}`))
      return { file: relativePath(root, path), line: Number(row), column: Number(column) };
  }
  return undefined;
}
