import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import type { FileChange } from "../../../engine/base/change.js";
import { diskFileSystem } from "../../../engine/base/file-system.js";
import { formatProblem, type Problem } from "../../../engine/base/problem.js";
import { removeAbandoned } from "../../../engine/write/temporary.js";
import { writeChanges } from "../../../engine/write/write.js";
import { InputError } from "../failure.js";

/** A file to create. If the path exists, the existing file is kept. */
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

/** The files that a command creates, and its edits of existing files. */
export interface ScaffoldChanges {
  readonly files: readonly NewFile[];
  readonly edits?: readonly FileEdit[];
}

/** The files that a command creates and edits, and the messages that it prints. */
export interface Scaffold extends ScaffoldChanges {
  /** Explanation of the group's layout, which is printed after the list of files. */
  readonly note?: string;
  /** The next step of the user, for the message `Next: …, then npm run generate`. */
  readonly next: string;
  /** Changes that the developer must make by hand after the next step. */
  readonly byHand?: readonly string[];
}

/**
 * Returns a line for each file and edit, such as `created apis/…`, `exists  apis/…` or `updated
 * apis/…`. For a dry run, the verbs are `create` and `update`. Must be called before the files are
 * written.
 */
export function linesOf(root: string, { files, edits = [] }: ScaffoldChanges, dryRun = false): string[] {
  const [create, update] = dryRun ? ["create", "update"] : ["created", "updated"];
  return [
    ...files.map(({ path }) => `${existsSync(join(root, path)) ? "exists " : create} ${path}`),
    ...edits.map(({ path }) => `${update} ${path}`),
  ];
}

/**
 * Creates the files that do not exist, and applies the edits.
 * @throws InputError if a file cannot be written. Then no files were written
 */
export async function writeScaffold(root: string, { files, edits = [] }: ScaffoldChanges): Promise<void> {
  const created = files
    .filter(({ path }) => !existsSync(join(root, path)))
    .map(({ path, text }) => ({ path, generator: "create", action: "create" as const, after: text }));
  const updated = edits.map((edit) => ({ ...edit, generator: "create", action: "update" as const }));
  const changes = [...created, ...updated];
  const problems = await writeFiles(root, changes);
  if (problems.length > 0)
    throw new InputError(`${problems.map((problem) => formatProblem(problem)).join("\n")}\nnothing was written`);
}

/**
 * Writes all changes or none, and removes temporary files of interrupted commands.
 * @returns a problem for each file that cannot be written
 */
export function writeFiles(root: string, changes: readonly FileChange[]): Promise<Problem[]> {
  const folders = new Set(changes.map(({ path }) => posix.dirname(path)));
  removeAbandoned(root, diskFileSystem(root), [...folders]);
  return writeChanges(root, changes);
}

/**
 * Returns a phrase with the files of types, such as ` in apis/x/v1/types.ts`. Returns `""` if no
 * files contain types.
 */
export function placeOfTypes(files: readonly NewFile[]): string {
  const types = files.filter(({ path }) => path.endsWith("types.ts")).map(({ path }) => path);
  return types.length === 0 ? "" : ` in ${types.join(" and ")}`;
}
