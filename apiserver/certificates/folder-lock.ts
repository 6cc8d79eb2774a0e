import { open, rm, stat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Age of a lock file, in milliseconds. An older lock file is removed, because the process that
 * created it was probably killed.
 */
const leftBehind = 10_000;

/** Time between two attempts to get a lock, in milliseconds. */
const pause = 50;

/**
 * Runs a function while it holds a lock: the lock file exists while a process has the lock.
 * Processes that share a folder therefore create the files in it only once. Removes the lock file
 * afterwards. Also removes a lock file that a killed process has left behind.
 * @throws Error of the system if the lock file cannot be created
 */
export async function withLock<T>(file: string, run: () => Promise<T>): Promise<T> {
  while (!(await isCreated(file))) {
    await removeIfLeftBehind(file);
    await sleep(pause);
  }
  try {
    return await run();
  } finally {
    await rm(file, { force: true });
  }
}

async function isCreated(file: string): Promise<boolean> {
  try {
    await (await open(file, "wx", 0o600)).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

async function removeIfLeftBehind(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found !== undefined && Date.now() - found.mtimeMs > leftBehind) await rm(file, { force: true });
}
