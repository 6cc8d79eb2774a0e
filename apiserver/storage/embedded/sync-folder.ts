import { open } from "node:fs/promises";

/**
 * Flushes the entries of a folder to disk, so that a new name of a file survives a power failure.
 */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
