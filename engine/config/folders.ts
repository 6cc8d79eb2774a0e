import { existsSync, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { isBelow } from "../util/is-below.js";
import { nearest } from "../util/nearest.js";
import { orderStrings } from "../base/problem.js";
import type { SettingProblem } from "./settings.js";
import { configProblems } from "./problem-codes.js";

/**
 * The folders as paths relative to the root, with forward slashes, and the problems of invalid
 * paths.
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
 * Converts problems in a list of folders into problems in the configuration.
 * @param path path of the list in the configuration
 */
export function folderSettingProblems(path: SettingProblem["path"], { faults }: Folders): SettingProblem[] {
  return faults.map(({ index, message, hint = "create it, or remove it from the list", meant }) => ({
    path: [...path, index],
    at: "value",
    ...configProblems.is("config/no-such-folder"),
    message,
    hint,
    instead: meant === undefined ? "nothing" : { text: JSON.stringify(meant) },
  }));
}

/** Resolves folders and globs relative to `base`; backslashes are accepted. */
export async function expandFolders(root: string, base: string, paths: readonly string[]): Promise<Folders> {
  const folders = new Set<string>();
  const faults: { index: number; message: string; hint?: string; meant?: string }[] = [];
  for (const [index, written] of paths.entries()) {
    const path = isAbsolute(written) ? written : written.replaceAll("\\", "/");
    const matched =
      isGlob(path) && !existsSync(resolve(base, path)) ? await expandGlob(base, path) : [folderOf(resolve(base, path))];
    if (matched.length === 0) faults.push({ index, message: `no folder matches ${written}` });
    for (const folder of matched) {
      const reason = problemOf(root, folder, written);
      if (reason === undefined) folders.add(relative(root, folder).split(sep).join("/") || ".");
      else faults.push({ index, ...reason });
    }
  }
  return { folders: [...folders].sort(orderStrings), faults };
}

/**
 * Returns the folder of a file. Returns any other path unchanged. Git hooks pass the paths of
 * changed files, so files are allowed in place of folders.
 */
function folderOf(path: string): string {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true ? dirname(path) : path;
}

function problemOf(
  root: string,
  folder: string,
  written: string,
): { message: string; hint?: string; meant?: string } | undefined {
  if (!isBelow(root, folder)) {
    return {
      message: `${written} is outside of the project's folder ${root}`,
      hint: "run codegen in the folder that holds both, or put codegen.config.json there",
    };
  }
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats === undefined) {
    const near = nearest(basename(folder), neighbours(folder));
    const message = `the folder ${written} does not exist`;
    if (near === undefined) return { message };
    const meant = join(relative(root, dirname(folder)), near)
      .split(sep)
      .join("/");
    return { message, hint: `did you mean ${meant}?`, meant };
  }
  const real = realpathSync(folder);
  if (!isBelow(realpathSync(root), real)) {
    return {
      message: `${written} is a link to ${real}, outside of the project's folder ${root}`,
      hint: "run codegen in the project that holds this folder",
    };
  }
  return undefined;
}

function neighbours(folder: string): string[] {
  const parent = dirname(folder);
  if (!existsSync(parent)) return [];
  return readdirSync(parent, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() && !entry.name.startsWith(".") ? [entry.name] : [],
  );
}

function isGlob(path: string): boolean {
  return /[*?[\]{}!]/.test(path);
}

async function expandGlob(base: string, pattern: string): Promise<string[]> {
  const { glob } = await import("tinyglobby");
  return glob(pattern, {
    cwd: base,
    onlyDirectories: true,
    absolute: true,
    expandDirectories: false,
    ignore: ["**/node_modules/**"],
  }).then((found) => found.map((folder) => resolve(folder)));
}
