import * as fs from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import type { Ask } from "../base/ask.js";
import { isBelow } from "../util/is-below.js";
import { nearest } from "../util/nearest.js";
import { relativePath } from "../util/relative-path.js";
import { orderStrings } from "../base/problem.js";
import type { SettingProblem } from "./settings.js";
import { configProblems } from "./problem-codes.js";

/**
 * Folders as paths relative to the root, with forward slashes, and the problems of invalid paths in
 * the given list.
 */
export interface Folders {
  readonly folders: readonly string[];
  readonly faults: readonly {
    readonly index: number;
    readonly message: string;
    readonly hint?: string;
    readonly meant?: string;
  }[];
}

/**
 * Converts problems in a list of folders into problems of the configuration.
 * @param path path of the list in the configuration
 */
export function folderSettingProblems(path: SettingProblem["path"], { faults }: Folders): SettingProblem[] {
  return faults.map(({ index, message, hint = "create the folder, or remove the path from the list", meant }) => ({
    path: [...path, index],
    at: "value",
    ...configProblems.is("config/no-such-folder"),
    message,
    hint,
    instead: meant === undefined ? "nothing" : { text: JSON.stringify(meant) },
  }));
}

/**
 * Returns the folders that paths and globs match. Paths and globs are relative to `base`, and may
 * contain backslashes.
 */
export async function expandFolders(root: string, base: string, paths: readonly string[], ask: Ask): Promise<Folders> {
  const folders = new Set<string>();
  const faults: { index: number; message: string; hint?: string; meant?: string }[] = [];
  for (const [index, written] of paths.entries()) {
    const path = isAbsolute(written) ? written : written.replaceAll("\\", "/");
    const matched =
      isGlob(path) && !ask("exists", resolve(base, path))
        ? await expandGlob(base, path, ask)
        : [folderOf(resolve(base, path), ask)];
    if (matched.length === 0) faults.push({ index, message: `no folder matches the pattern ${written}` });
    for (const folder of matched) {
      const reason = problemOf(root, folder, written, ask);
      if (reason === undefined) folders.add(relativePath(root, folder) || ".");
      else faults.push({ index, ...reason });
    }
  }
  return { folders: [...folders].sort(orderStrings), faults };
}

/**
 * Returns the folder of a file. Returns any other path unchanged. Paths of files are accepted
 * because Git hooks pass the paths of changed files.
 */
function folderOf(path: string, ask: Ask): string {
  return ask("kind", path) === "file" ? dirname(path) : path;
}

function problemOf(
  root: string,
  folder: string,
  written: string,
  ask: Ask,
): { message: string; hint?: string; meant?: string } | undefined {
  if (!isBelow(root, folder)) {
    return {
      message: `the folder ${written} is outside the project's folder ${root}`,
      hint: "run codegen in a folder that contains both folders, or move codegen.config.json there",
    };
  }
  const real = ask("realPath", folder);
  if (real === undefined) {
    const near = nearest(basename(folder), neighbours(folder));
    const message = `the folder ${written} does not exist`;
    if (near === undefined) return { message };
    const meant = relativePath(root, join(dirname(folder), near));
    return { message, hint: `did you mean ${meant}?`, meant };
  }
  if (!isBelow(ask("realPath", root) ?? root, real)) {
    return {
      message: `${written} is a symbolic link to ${real}, which is outside the project's folder ${root}`,
      hint: "run codegen in the project that contains the folder",
    };
  }
  return undefined;
}

function neighbours(folder: string): string[] {
  const parent = dirname(folder);
  if (!fs.existsSync(parent)) return [];
  return fs
    .readdirSync(parent, { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() && !entry.name.startsWith(".") ? [entry.name] : []));
}

function isGlob(path: string): boolean {
  return /[*?[\]{}!]/.test(path);
}

async function expandGlob(base: string, pattern: string, ask: Ask): Promise<string[]> {
  const { globSync } = await import("tinyglobby");
  const readdirSync = ((folder: string, options: { readonly withFileTypes: true }) => {
    ask("folders", resolve(folder));
    return fs.readdirSync(folder, options);
  }) as typeof fs.readdirSync;
  return globSync(pattern, {
    cwd: base,
    onlyDirectories: true,
    absolute: true,
    expandDirectories: false,
    ignore: ["**/node_modules/**"],
    fs: { readdirSync },
  }).map((folder) => resolve(folder));
}
