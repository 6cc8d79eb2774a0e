import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DataDirectoryError } from "../errors.js";
import { syncFolder } from "./sync-folder.js";

/** Name of the file that marks a store to which objects are being copied. */
const name = "incomplete";

/** Marks a store as incomplete. Servers do not use it until `markComplete` is called. */
export async function markIncomplete(directory: string): Promise<void> {
  await writeFile(join(directory, name), "", { mode: 0o600 });
  await syncFolder(directory);
}

export async function markComplete(directory: string): Promise<void> {
  await rm(join(directory, name), { force: true });
  await syncFolder(directory);
}

/**
 * Checks that a store is not marked as incomplete.
 * @throws DataDirectoryError for a marked store
 */
export function requireComplete(directory: string): void {
  if (existsSync(join(directory, name)))
    throw new DataDirectoryError(
      `data directory ${directory} is incomplete: the command migrate has not copied all objects to it. Run the command again, or remove the folder and the objects in it`,
    );
}
