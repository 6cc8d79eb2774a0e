import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

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

/** The files that a command creates and changes, and the texts to print with them. */
export interface Scaffold {
  readonly files: readonly NewFile[];
  /** Changes of existing files. They are made only if at least one file is created. */
  readonly edits?: readonly FileEdit[];
  /** Text about the layout of the group, which is printed after the list of files. */
  readonly note?: string;
  /** The next step of the user, for the message `Next: …, then npm run generate`. */
  readonly next: string;
  /** Places that the developer has to change after the next step. */
  readonly byHand?: readonly string[];
}

/** Reason why nothing is written: a file of the project does not have the expected form. */
export interface Refusal {
  readonly refused: string;
}

/**
 * Creates the files that do not exist. Returns a line for each file: `created apis/…`, `exists
 * apis/…`; `create apis/…` in a dry run, which writes nothing.
 */
export function layOut(root: string, files: readonly NewFile[], dryRun = false): string[] {
  return files.map(({ path, text }) => {
    const file = join(root, path);
    if (existsSync(file)) return `exists  ${path}`;
    if (dryRun) return `create ${path}`;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { flag: "wx" });
    return `created ${path}`;
  });
}

/**
 * Changes the files. Returns a line for each file: `updated apis/…`; `update apis/…` in a dry run,
 * which writes nothing.
 */
export function applyEdits(root: string, edits: readonly FileEdit[], dryRun = false): string[] {
  return edits.map(({ path, after }) => {
    if (dryRun) return `update ${path}`;
    writeFileSync(join(root, path), after);
    return `updated ${path}`;
  });
}

/**
 * Returns the end of a message that names the files of types, such as ` in apis/x/v1/types.ts`.
 * Returns `""` if no files of types exist.
 */
export function placeOfTypes(files: readonly NewFile[]): string {
  const types = files.filter(({ path }) => path.endsWith("types.ts")).map(({ path }) => path);
  return types.length === 0 ? "" : ` in ${types.join(" and ")}`;
}
