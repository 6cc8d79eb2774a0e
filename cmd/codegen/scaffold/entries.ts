import { readdirSync } from "node:fs";

/** A file or folder in a folder. */
export interface ListedEntry {
  readonly name: string;
  readonly folder: boolean;
}

/**
 * Returns the entries of a folder in the order of their names. The list is empty if the folder does
 * not exist, or if the path is a file.
 */
export function entriesOf(folder: string): ListedEntry[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .map((entry) => ({ name: entry.name, folder: entry.isDirectory() }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")) return [];
    throw error;
  }
}
