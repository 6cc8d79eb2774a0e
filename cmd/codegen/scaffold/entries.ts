import { readdirSync } from "node:fs";

/** An entry of a folder. `folder` is true if the entry is a folder itself. */
export interface ListedEntry {
  readonly name: string;
  readonly folder: boolean;
}

/**
 * Returns the entries of a folder, sorted by name. Returns an empty list if the folder does not
 * exist, or if the path is a file.
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
