import { existsSync, readdirSync, readFileSync, type Dirent } from "node:fs";
import { join } from "node:path";
import { generatedBy } from "../../../engine/write/header.js";

/**
 * Returns the entries of a folder, sorted by name. Returns an empty list if the folder does not
 * exist, or if the path is a file.
 */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")) return [];
    throw error;
  }
}

/** Returns the names of the subfolders of a folder; none if the folder does not exist. */
export function foldersIn(folder: string): readonly string[] {
  return entriesOf(folder).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
}

/** A TypeScript file of a folder. */
interface SourceText {
  readonly name: string;
  readonly text: string;
}

function sourcesIn(folder: string): readonly SourceText[] {
  return entriesOf(folder)
    .filter((entry) => !entry.isDirectory() && entry.name.endsWith(".ts"))
    .map(({ name }) => ({ name, text: readFileSync(join(folder, name), "utf8") }));
}

/** Returns the hand-written TypeScript files of a folder, without tests. */
export function handWritten(folder: string): readonly SourceText[] {
  return sourcesIn(folder).filter(({ name, text }) => !name.endsWith(".test.ts") && generatedBy(text) === undefined);
}

/**
 * Returns the name of the file in a folder that declares an interface or alias with the given name;
 * undefined if no file does.
 */
export function declaringFile(folder: string, type: string): string | undefined {
  const declaration = new RegExp(`^\\s*(?:export\\s+)?(?:interface|type)\\s+${type}\\b`, "m");
  return sourcesIn(folder).find(({ text }) => declaration.test(text))?.name;
}

/**
 * Returns the value of the marker `+groupName` in a doc.ts; undefined if the file or the marker is
 * missing.
 */
export function declaredGroup(file: string): string | undefined {
  return existsSync(file) ? /\+groupName=(\S+)/.exec(readFileSync(file, "utf8"))?.[1] : undefined;
}

/** Returns the names of the kinds that the hand-written files of a folder declare. */
export function kindsIn(folder: string): string[] {
  const kind = /\bTypeMeta<\s*["'][^"']*["']\s*,\s*["']([A-Za-z0-9]+)["']/g;
  return handWritten(folder).flatMap(({ text }) => [...text.matchAll(kind)].flatMap(([, found]) => found ?? []));
}
