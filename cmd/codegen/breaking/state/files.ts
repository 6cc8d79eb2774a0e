import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** A file of an old state. */
export interface StateFile {
  /** Path relative to the root of the state, with forward slashes. */
  readonly path: string;
  readonly content: Uint8Array;
  /** True for a symbolic link, whose content is the path to which it leads. */
  readonly isLink?: true;
}

/**
 * Names of the files that are read: types, configurations, protobuf numbers, and text files to
 * which configurations refer.
 */
const read = /\.(?:ts|mts|cts|json|jsonc|proto|txt|list)$/;
const ignored = /(?:^|\/)(?:node_modules|\.git)\//;

/** Reports whether the types of an old state can depend on a file. */
export function isRead(path: string): boolean {
  return read.test(path) && !ignored.test(path);
}

/**
 * Reads all symbolic links in a folder and its subfolders, and the files on which types can depend.
 * Omits `node_modules` and `.git`.
 */
export function* filesOfFolder(folder: string, prefix = ""): Generator<StateFile> {
  for (const entry of readdirSync(join(folder, prefix), { withFileTypes: true })) {
    const path = `${prefix}${entry.name}`;
    const full = join(folder, path);
    if (entry.isSymbolicLink()) yield { path, content: Buffer.from(readlinkSync(full)), isLink: true };
    else if (entry.isDirectory()) {
      if (entry.name !== "node_modules" && entry.name !== ".git") yield* filesOfFolder(folder, `${path}/`);
    } else if (entry.isFile() && isRead(path)) yield { path, content: readFileSync(full) };
  }
}

/** Reports whether a path is a folder, and not a symbolic link to a folder. */
export function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
