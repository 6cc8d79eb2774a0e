import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { isRead, type StateFile } from "./files.js";

/**
 * Reads the files in a folder and its subfolders on which types can depend, and all symbolic links.
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
