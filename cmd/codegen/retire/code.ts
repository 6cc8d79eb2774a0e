import { existsSync, readdirSync } from "node:fs";
import { join, posix } from "node:path";
import { handWrittenFiles, imports } from "../scaffold/by-hand.js";
import type { Retired } from "./group.js";

/** Lines of one category of files in the project that name the version. */
export interface CodePlaces {
  readonly sort: string;
  /**
   * Paths relative to the root, each with the number of the first line that names the version. In
   * the category `types`, the folders of the version, each with the names of its files.
   */
  readonly places: readonly string[];
}

/** Extensions of hand-written files that can name a version. */
const readable = /\.([cm]?[jt]sx?|md|ya?ml|json)$/;

/** Categories of files by the pattern of their paths. The first matching pattern decides. */
const sorts: readonly (readonly [sort: string, name: RegExp])[] = [
  ["tests", /\.test\.[cm]?[jt]sx?$|(^|\/)tests?\//],
  ["fuzzers", /fuzz[^/]*\.ts$/],
  ["docs", /\.md$/],
  ["manifests", /\.(ya?ml|json)$/],
  ["code", /./],
];

/**
 * Returns the files of a project that name a version: the folder of the version, and other
 * hand-written files. Returns an empty list if the folder has no package.json, because then it is
 * not a project and may contain very many files.
 */
export function codeThatNames(root: string, { group, version }: Retired): readonly CodePlaces[] {
  if (!existsSync(join(root, "package.json"))) return [];
  const files = handWrittenFiles(root, "", readable).map(({ path, text }) => ({ path, lines: text.split("\n") }));
  const folders = files
    .filter(({ path, lines }) => posix.basename(posix.dirname(path)) === version && hasGroup(lines, group))
    .map(({ path }) => posix.dirname(path));
  const found = new Map<string, string[]>();
  for (const folder of new Set(folders)) {
    const names = readdirSync(join(root, folder)).sort();
    const byHand = names.filter((name) => files.some(({ path }) => path === posix.join(folder, name)));
    const generated = names.length - byHand.length;
    found.set("types", [
      ...(found.get("types") ?? []),
      `${folder}: ${byHand.join(", ")}, and ${String(generated)} generated file${generated === 1 ? "" : "s"}`,
    ]);
  }
  const isName = new RegExp(`(?<![A-Za-z0-9])${version}(?![A-Za-z0-9])`);
  for (const { path, lines } of files) {
    if (folders.includes(posix.dirname(path))) continue;
    const isImporter = (line: string) => folders.some((folder) => imports(line, path, folder));
    if (!lines.some((line) => line.includes(group) || isImporter(line))) continue;
    const at = lines.findIndex((line) => isName.test(line));
    if (at < 0) continue;
    const [sort = ""] = sorts.find(([, name]) => name.test(path)) ?? [];
    found.set(sort, [...(found.get(sort) ?? []), `${path}:${String(at + 1)}`]);
  }
  return [...found].map(([sort, places]) => ({ sort, places }));
}

function hasGroup(lines: readonly string[], group: string): boolean {
  return lines.some((line) => /\+groupName=(\S+)/.exec(line)?.[1] === group);
}
