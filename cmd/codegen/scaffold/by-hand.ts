import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { generatedBy } from "../../../engine/write/header.js";

/** Names of folders that contain no hand-written code. */
const skipped = new Set(["node_modules", "dist", "build", "coverage"]);

/** A change of the hub of a group from one version to another. */
export interface MovedHub {
  /** The folder of the group, relative to the project's root. */
  readonly folder: string;
  /** The name of the group. */
  readonly group: string;
  readonly from: string;
  readonly to: string;
  /** Paths of files that the command itself changes. */
  readonly edited: ReadonlySet<string>;
}

/**
 * Returns the changes that a developer must make after the hub of a group was changed, each with
 * the reason: in imports from the folder of the old hub, in the storage version, and in strategies.
 */
export function byHand(root: string, { folder, group, from, to, edited }: MovedHub): string[] {
  const old = `${folder}/${from}`;
  const later = `, or ${to} after every running server has the version ${to}`;
  const places = linesOfUsers(root, folder).flatMap(({ path, line, number }) => {
    if (edited.has(path) || path.startsWith(`${old}/`)) return [];
    if (imports(line, path, old))
      return [`${path}:${number} imports from ${old}: for objects of the hub, import from ${folder}/${to}`];
    return /\bstorageVersion\b/.test(line)
      ? [`${path}:${number} check storageVersion, required with several versions: ${from}${later}`]
      : [];
  });
  return [
    ...places,
    ...storageVersionToAdd(root, folder, group, from).map((place) => `${place}${later}`),
    `check the strategies and admission plugins of the group, which receive objects of ${to} instead of ${from}`,
  ];
}

/**
 * Returns the lines to which a developer must add the storage version, because a group with several
 * versions requires it: in the code that uses the group, and in the kinds with a
 * CustomResourceDefinition. Omits the code or the kinds if they already have a storage version.
 *
 * @param version the version in which the objects of the group have been stored so far
 */
export function storageVersionToAdd(root: string, folder: string, group: string, version: string): string[] {
  return [...serverToChange(root, folder, group, version), ...kindsToMark(root, folder, version)];
}

function serverToChange(root: string, folder: string, group: string, version: string): string[] {
  const lines = linesOfUsers(root, folder).filter(({ path }) => !path.startsWith(`${folder}/`));
  if (lines.some(({ line }) => /\bstorageVersion\b/.test(line))) return [];
  const install = lines.find(({ line }) => /\binstall\s*:/.test(line));
  const place = install === undefined ? "the server's definition of the group" : `${install.path}:${install.number}`;
  const value = `storageVersion: { group: ${JSON.stringify(group)}, version: ${JSON.stringify(version)} }`;
  return [`${place} add the storage version, required with several versions: ${value}`];
}

function kindsToMark(root: string, folder: string, version: string): string[] {
  const marker = "+kubebuilder:storageversion";
  const files = handWrittenFiles(root, folder);
  if (files.some(({ text }) => text.includes(marker))) return [];
  const ofVersion = files.filter(({ path }) => path.startsWith(`${folder}/${version}/`));
  return ofVersion.flatMap(({ path, text }) => {
    const parts = text.split("+kubebuilder:object:root=true");
    return parts.slice(1).flatMap((part, before) => {
      const kind = /^export (?:interface|type) (\w+)/m.exec(part)?.[1];
      if (kind === undefined || kind.endsWith("List")) return [];
      const line = parts
        .slice(0, before + 1)
        .join("")
        .split("\n").length;
      return [
        `${path}:${line} add ${marker} to ${kind} of ${version}: a CustomResourceDefinition with several versions requires it`,
      ];
    });
  });
}

/** A line of a hand-written file. */
interface Line {
  readonly path: string;
  readonly line: string;
  readonly number: number;
}

/** Returns all lines of each hand-written file that imports from a folder. */
function linesOfUsers(root: string, folder: string): Line[] {
  return handWrittenFiles(root, "").flatMap(({ path, text }) => {
    const lines = text.split("\n");
    return lines.some((line) => imports(line, path, folder))
      ? lines.map((line, index) => ({ path, line, number: index + 1 }))
      : [];
  });
}

/** Reports whether a line imports a file from a folder or from a folder below it. */
export function imports(line: string, path: string, folder: string): boolean {
  const [, source] = /(?:\bfrom|\bimport)\s*\(?\s*["'](\.[^"']*)["']/.exec(line) ?? [];
  return source !== undefined && posix.join(posix.dirname(path), source).startsWith(`${folder}/`);
}

const sources = /\.[cm]?tsx?$/;

/** A hand-written file. The path is relative to the root of the project. */
export interface HandWrittenFile {
  readonly path: string;
  readonly text: string;
}

/**
 * Returns the hand-written files below a folder, by default the TypeScript files.
 *
 * @param names pattern of the file names
 */
export function handWrittenFiles(root: string, folder: string, names = sources): HandWrittenFile[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = posix.join(folder, entry.name);
      if (entry.isDirectory())
        return skipped.has(entry.name) || entry.name.startsWith(".") ? [] : handWrittenFiles(root, path, names);
      if (!entry.isFile() || !names.test(entry.name)) return [];
      const text = readFileSync(join(root, path), "utf8");
      return generatedBy(text) === undefined ? [{ path, text }] : [];
    });
}
