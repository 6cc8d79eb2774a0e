import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { open, rename, rm, stat, type FileHandle } from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";
import { BackupError, DataDirectoryError, StorageError } from "../errors.js";
import { backupFormat, encodeEntry, entryKinds, type BackupHeader } from "./backup-format.js";
import { checkFiles, storeFormat } from "./data-directory.js";
import { openFailure } from "./failures.js";
import { requireComplete } from "./incomplete.js";
import { checkBackup, type BackupSummary } from "./check-backup.js";
import { decodeRecord, revisionIn } from "./record.js";
import { openSnapshot, type StoreSnapshot } from "./snapshot.js";
import { syncFolder } from "./sync-folder.js";

/** Number of bytes from which the collected rows of a table are written to the file. */
const chunk = 1 << 20;

/**
 * Writes the objects of a store and their history into a new file, while a server may use the
 * store. The file contains all writes that were acknowledged before the call. It is written as
 * `FILE.PID.part`, and renamed when it is complete, flushed to disk and checked.
 * @throws BackupError if the file cannot be written, DataDirectoryError if the directory cannot be
 *   used, CorruptError if its data are damaged
 */
export async function writeBackup(directory: string, file: string): Promise<BackupSummary> {
  await checkTarget(directory, file);
  checkSource(directory);
  const part = `${file}.${process.pid}.part`;
  const handle = await open(part, "wx", 0o600).catch((error: unknown) => {
    throw notWritten(file, error);
  });
  try {
    try {
      await writeTo(handle, directory);
      await handle.sync();
    } finally {
      await handle.close();
    }
    const summary = await checkBackup(part);
    await rename(part, file);
    await syncFolder(dirname(resolve(file)));
    return summary;
  } catch (error) {
    await rm(part, { force: true });
    throw isSystemError(error) ? notWritten(file, error) : openFailure(error, directory);
  }
}

async function checkTarget(directory: string, file: string): Promise<void> {
  const folder = dirname(resolve(file));
  if (existsSync(file)) throw new BackupError(`${file} exists already: remove it, or name another file`);
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory() !== true)
    throw new BackupError(`${file} can't be written: ${folder} is not a folder: create it, or name another file`);
  if (`${folder}${sep}`.startsWith(`${resolve(directory)}${sep}`))
    throw new BackupError(
      `${file} can't be written: ${directory} is the store itself. Name a file outside of the store`,
    );
}

function checkSource(directory: string): void {
  const formatFile = join(directory, "format");
  if (!existsSync(formatFile))
    throw new DataDirectoryError(
      `data directory ${directory} has no embedded store. Check --data-dir: it must be the folder with which the server was started`,
    );
  requireComplete(directory);
  checkFiles(directory, formatFile, join(directory, "data.mdb"));
}

async function writeTo(handle: FileHandle, directory: string): Promise<void> {
  const snapshot = openSnapshot(directory);
  try {
    const hash = createHash("sha256");
    for (const bytes of chunksOf(snapshot)) {
      hash.update(bytes);
      await handle.writeFile(bytes);
    }
    await handle.writeFile(encodeEntry(entryKinds.end, Buffer.alloc(0), hash.digest()));
  } finally {
    await snapshot.close();
  }
}

function* chunksOf(snapshot: StoreSnapshot): Generator<Buffer> {
  const header: BackupHeader = { format: storeFormat.trim(), time: new Date().toISOString() };
  yield Buffer.from(`${backupFormat}${JSON.stringify(header)}\n`);
  for (const table of snapshot.tables) {
    yield encodeEntry(entryKinds.table, Buffer.from(table));
    let after = Buffer.alloc(0);
    for (;;) {
      const entries: Buffer[] = [];
      let length = 0;
      for (const { key, value } of snapshot.rowsAfter(table, after)) {
        after = Buffer.from(key);
        if (table === "meta" && key.toString() === "owner") continue;
        // The record is decoded, so that the error for a damaged record names its revision.
        if (table === "records") decodeRecord(revisionIn(value), value);
        const entry = encodeEntry(entryKinds.row, key, value);
        entries.push(entry);
        length += entry.length;
        if (length >= chunk) break;
      }
      if (entries.length === 0) break;
      yield Buffer.concat(entries);
    }
  }
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && !(error instanceof StorageError) && "syscall" in error;
}

function notWritten(file: string, error: unknown): BackupError {
  return new BackupError(`${file} can't be written: ${(error as Error).message}`, { cause: error });
}
