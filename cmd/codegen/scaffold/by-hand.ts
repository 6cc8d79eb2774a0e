import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { generatedBy } from "../../../engine/write/header.js";

/** Names of folders that contain no hand-written code. */
const skipped = new Set(["node_modules", "dist", "build", "coverage"]);

/** A hub that has moved from one version to another. */
export interface MovedHub {
  /** The folder of the group, relative to the project's root. */
  readonly folder: string;
  readonly from: string;
  readonly to: string;
  /** Paths of files that the command itself changes. */
  readonly edited: ReadonlySet<string>;
}

/**
 * Returns the places that a developer has to change after the hub of a group has moved, each with
 * the reason. These are imports from the folder of the old hub, the storage version, and
 * strategies.
 */
export function byHand(root: string, { folder, from, to, edited }: MovedHub): string[] {
  const old = `${folder}/${from}`;
  const places = handWrittenFiles(root, "").flatMap((path): string[] => {
    if (edited.has(path) || path.startsWith(`${old}/`)) return [];
    const lines = readFileSync(join(root, path), "utf8").split("\n");
    if (!lines.some((line) => imports(line, path, folder))) return [];
    return lines.flatMap((line, index) => {
      if (imports(line, path, old))
        return [`${path}:${index + 1} imports from ${old}: import from ${folder}/${to} for objects of the hub`];
      return /\bstorageVersion\b/.test(line) ? [`${path}:${index + 1} ${storage(from, to)}`] : [];
    });
  });
  return [
    ...places,
    ...(places.some((place) => place.endsWith(storage(from, to)))
      ? []
      : [`the server's definition of the group: ${storage(from, to)}`]),
    `strategies and admission plugins of the group: they receive objects of ${to} in place of ${from}`,
  ];
}

function storage(from: string, to: string): string {
  return `storageVersion, which several versions require: ${from}, or ${to} as soon as every running server has ${to}`;
}

/** Reports whether a line imports a file from a folder or from a folder below it. */
function imports(line: string, path: string, folder: string): boolean {
  const [, source] = /(?:\bfrom|\bimport)\s*\(?\s*["'](\.[^"']*)["']/.exec(line) ?? [];
  return source !== undefined && posix.join(posix.dirname(path), source).startsWith(`${folder}/`);
}

/** Returns the paths of the hand-written TypeScript files below a folder. */
function handWrittenFiles(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = posix.join(folder, entry.name);
      if (entry.isDirectory())
        return skipped.has(entry.name) || entry.name.startsWith(".") ? [] : handWrittenFiles(root, path);
      const isSource = entry.isFile() && /\.[cm]?tsx?$/.test(entry.name);
      return isSource && generatedBy(readFileSync(join(root, path), "utf8")) === undefined ? [path] : [];
    });
}
