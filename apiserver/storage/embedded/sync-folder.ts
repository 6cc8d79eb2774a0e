import { open } from "node:fs/promises";

/**
 * Flushes the entries of a folder to disk, so that a new name of a file survives a power failure.
 */
export function syncFolder(folder: string): Promise<void> {
  return sync(folder, "r");
}

/** Flushes the content of a file to disk. */
export function syncFile(file: string): Promise<void> {
  return sync(file, "r+");
}

async function sync(path: string, flags: string): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
