import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import { diskFileSystem } from "../../../engine/base/file-system.js";
import type { Problem } from "../../../engine/base/problem.js";
import { removeAbandoned } from "../../../engine/write/temporary.js";
import { writeChanges } from "../../../engine/write/write.js";

/** A file to be created. An existing file is not changed. */
export interface NewFile {
  /** Path relative to the project's root. */
  readonly path: string;
  readonly text: string;
}

/** A change of an existing file. */
export interface FileEdit {
  /** Path relative to the project's root. */
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** The files that a command creates and changes. */
export interface ScaffoldChanges {
  readonly files: readonly NewFile[];
  readonly edits?: readonly FileEdit[];
}

/** The files that a command creates and changes, and the texts to print with them. */
export interface Scaffold extends ScaffoldChanges {
  /** Text about the layout of the group, which is printed after the list of files. */
  readonly note?: string;
  /** The next step of the user, for the message `Next: …, then npm run generate`. */
  readonly next: string;
  /** Places that the developer has to change after the next step. */
  readonly byHand?: readonly string[];
}

/** Reason why nothing is written: a file of the project does not have the expected form. */
export interface ScaffoldRefusal {
  readonly refused: string;
}

/**
 * Returns a line for each file and edit, before the files are written: `created apis/…`, `exists
 * apis/…` and `updated apis/…`; `create apis/…` and `update apis/…` for a dry run.
 */
export function linesOf(root: string, { files, edits = [] }: ScaffoldChanges, dryRun = false): string[] {
  const [create, update] = dryRun ? ["create", "update"] : ["created", "updated"];
  return [
    ...files.map(({ path }) => `${existsSync(join(root, path)) ? "exists " : create} ${path}`),
    ...edits.map(({ path }) => `${update} ${path}`),
  ];
}

/**
 * Creates the files that do not exist, and changes the others. Writes all of them or, if one cannot
 * be written, none. Returns the reasons as problems.
 */
export async function writeScaffold(root: string, { files, edits = [] }: ScaffoldChanges): Promise<Problem[]> {
  const created = files
    .filter(({ path }) => !existsSync(join(root, path)))
    .map(({ path, text }) => ({ path, generator: "create", action: "create" as const, after: text }));
  const updated = edits.map((edit) => ({ ...edit, generator: "create", action: "update" as const }));
  const changes = [...created, ...updated];
  const folders = new Set(changes.map(({ path }) => posix.dirname(path)));
  removeAbandoned(root, diskFileSystem(root), [...folders]);
  return writeChanges(root, changes);
}

/**
 * Returns the end of a message that names the files of types, such as ` in apis/x/v1/types.ts`.
 * Returns `""` if no files of types exist.
 */
export function placeOfTypes(files: readonly NewFile[]): string {
  const types = files.filter(({ path }) => path.endsWith("types.ts")).map(({ path }) => path);
  return types.length === 0 ? "" : ` in ${types.join(" and ")}`;
}
