import { existsSync, readdirSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { CorruptError, DataDirectoryError } from "../errors.js";
import { checkBackup, rowsOf, type BackupSummary } from "./check-backup.js";
import { openDataDirectory } from "./data-directory.js";
import type { Database } from "./database.js";
import { embeddedWriteFailure } from "./failures.js";
import { FreeSpace } from "./free-space.js";
import { lostRevisionsOf, putLostRevisions } from "./lost-revisions.js";
import { openBackup } from "./read-backup.js";
import { syncFile, syncFolder } from "./sync-folder.js";
import { verify } from "./verify.js";

/** Minimum number of bytes of the collected rows at which the rows are committed. */
const piece = 4 << 20;

/** Result of a restore. */
export interface Restored extends BackupSummary {
  /** Revision after which the restored store continues. */
  readonly continuesAfter: number;
}

/**
 * Creates a store from a backup. The whole backup is checked first. The store is written to the
 * folder `restoring` beside `directory`. This folder is renamed to `directory` when the store is
 * complete and flushed to disk. If the process is killed before, the next restore replaces the
 * folder.
 * @param directory a missing or empty folder; missing folders above it are created
 * @throws BackupError for a file that is not a whole backup, DataDirectoryError if the directory is
 *   not empty or cannot be used, StorageWriteError if the disk is full
 */
export async function restoreBackup(file: string, directory: string): Promise<Restored> {
  requireEmpty(directory);
  const summary = await checkBackup(file);
  const part = join(dirname(directory), "restoring");
  await removeAbandoned(part);
  try {
    const continuesAfter = await fill(part, file, summary.revision);
    for (const name of ["data.mdb", "format"]) await syncFile(join(part, name));
    await syncFolder(part);
    await rename(part, directory).catch((error: unknown) => {
      throw new DataDirectoryError(`data directory ${directory} can't be created: ${(error as Error).message}`);
    });
    await syncFolder(dirname(directory));
    return { ...summary, continuesAfter };
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error;
  }
}

function requireEmpty(directory: string): void {
  if (!existsSync(directory) || readdirSync(directory).length === 0) return;
  throw new DataDirectoryError(
    `data directory ${directory} is not empty: a restore creates a new store. Name another folder with --data-dir, or move this folder away`,
  );
}

/**
 * Removes the folder of a restore that was killed.
 * @throws DirectoryInUseError if another process restores into the folder
 */
async function removeAbandoned(part: string): Promise<void> {
  if (!existsSync(part)) return;
  try {
    // Opening the folder fails if another process restores into it.
    await (await openDataDirectory(part)).close();
  } catch (error) {
    if (!(error instanceof CorruptError)) throw error;
  }
  await rm(part, { recursive: true, force: true });
}

/**
 * Writes the rows of a backup into a new store. Returns the revision after which the store
 * continues.
 */
async function fill(part: string, file: string, revision: number): Promise<number> {
  const directory = await openDataDirectory(part);
  try {
    await copyRows(directory.database, file, part);
  } finally {
    await directory.close();
  }
  // Opens the database again, because it determines its newest revision only when it is opened.
  const restored = await openDataDirectory(part);
  try {
    const { database } = restored;
    verify(database);
    const lost = lostRevisionsOf(database).afterRestore(revision, Date.now());
    database.transactionSync(() => {
      putLostRevisions(database, lost);
    });
    return lost.end;
  } finally {
    await restored.close();
  }
}

async function copyRows(database: Database, file: string, part: string): Promise<void> {
  const space = new FreeSpace(part);
  const backup = await openBackup(file);
  let waiting: (() => void)[] = [];
  let length = 0;
  const commit = (): void => {
    try {
      database.transactionSync(() => {
        for (const write of waiting) write();
      });
    } catch (error) {
      throw embeddedWriteFailure(error, part);
    }
    waiting = [];
    length = 0;
  };
  try {
    const writers = new Map<string, (key: Buffer, value: Buffer) => void>();
    for await (const { table, key, value } of rowsOf(file, backup.entries())) {
      const write = writers.get(table) ?? database.rowWriter(table);
      writers.set(table, write);
      space.take(key.length + value.length);
      const [ownKey, ownValue] = [Buffer.from(key), Buffer.from(value)];
      waiting.push(() => {
        write(ownKey, ownValue);
      });
      length += key.length + value.length;
      if (length >= piece) commit();
    }
    commit();
  } finally {
    await backup.close();
  }
}
