import {
  chmodSync,
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  closeSync,
  fstatSync,
  openSync,
  readSync,
} from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../../util/make-folder.js";
import { CorruptError, DataDirectoryError } from "../errors.js";
import { dataFile } from "./data-file.js";
import { Database } from "./database.js";
import { commitReason, openFailure } from "./failures.js";
import { requireSpace } from "./free-space.js";
import { requireComplete } from "./incomplete.js";
import { claim } from "./owner.js";
import { verifyInChild } from "./verify.js";

/**
 * Content of the file `format`: the version of the tables. Another version of the program writes
 * another number.
 */
export const storeFormat = "apimachinery-storage 1\n";

/** Mode of all files of a data directory. Only the owner may read stored objects. */
const privateMode = 0o600;

const lockName = "lock.mdb";

/** Size of the lock file in bytes. lmdb needs about half of it on all systems. */
const lockBytes = 16_384;

/**
 * Time in milliseconds after which an opened data file is regarded as safe to read. If the file had
 * damage that kills a process, this process would have ended by then.
 */
const settled = 10_000;

export interface DataDirectory {
  readonly path: string;
  readonly database: Database;
  /** Closes the database, and makes the directory available to another process. */
  close(): Promise<void>;
}

/**
 * Opens the database in a directory exclusively for this process. A damaged file can kill a process
 * that maps it into memory. Therefore a child process reads the file first if the file looks too
 * short, or if the last process was killed soon after it had opened the file.
 * @param acceptsIncomplete true for a directory to which objects are copied
 * @throws DataDirectoryError if the directory cannot be used, CorruptError if its data are damaged
 */
export async function openDataDirectory(path: string, acceptsIncomplete = false): Promise<DataDirectory> {
  try {
    if (!acceptsIncomplete) requireComplete(path);
    return await open(path);
  } catch (error) {
    throw openFailure(await commitReason(error), path);
  }
}

async function open(path: string): Promise<DataDirectory> {
  const data = dataFile(path);
  const formatFile = join(path, "format");
  const unsettled = join(path, "unsettled");
  await makeFolder(path);
  const exists = existsSync(formatFile);
  if (exists) checkFiles(path, formatFile, data);
  else requireSpace(path);
  makeLock(path);
  if (existsSync(data) && (existsSync(unsettled) || isTruncated(data))) await verifyInChild(path);

  for (const name of ["data.mdb", lockName]) makePrivate(join(path, name));
  writeFileSync(unsettled, "", { mode: privateMode });
  const settle = (): void => {
    rmSync(unsettled, { force: true });
  };
  let opened: { readonly database: Database; readonly release: () => void };
  try {
    opened = await openClaimed(path);
  } catch (error) {
    settle();
    throw error;
  }
  if (!exists) writeFileSync(formatFile, storeFormat, { mode: privateMode });
  const { database, release } = opened;
  const timer = setTimeout(settle, settled).unref();
  return {
    path,
    database,
    async close() {
      clearTimeout(timer);
      try {
        release();
        settle();
      } catch {
        // On a full disk, the entry of the owner cannot be removed. The entry has no effect
        // after this process has ended.
      }
      await database.close();
    },
  };
}

/**
 * Creates the lock file with all its blocks. lmdb would create a file without blocks and map it
 * into memory; on a full disk, the first write to this memory kills the process.
 * @throws Error of the system if the disk is full
 */
function makeLock(path: string): void {
  const file = join(path, lockName);
  if (existsSync(file)) return;
  try {
    writeFileSync(file, Buffer.alloc(lockBytes), { mode: privateMode, flag: "wx" });
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code !== "ENOSPC" && code !== "EDQUOT") return;
    rmSync(file, { force: true });
    throw error;
  }
}

/**
 * Creates the data file or the lock file before lmdb does, because lmdb creates files that all
 * users can read. For an existing file, removes the permissions of other users. An existing file is
 * not opened, because closing a file descriptor would release the locks of this process on it.
 */
function makePrivate(file: string): void {
  try {
    if (existsSync(file)) chmodSync(file, privateMode);
    else writeFileSync(file, "", { mode: privateMode, flag: "wx" });
  } catch {
    // The file belongs to another user, or the folder is not writable. Opening the database reports
    // the problem.
  }
}

async function openClaimed(path: string): Promise<{ readonly database: Database; readonly release: () => void }> {
  const database = new Database(path);
  try {
    return { database, release: await claim(database, path) };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/**
 * Checks the format of the directory, and that its data file exists and is not empty. Otherwise
 * lmdb would create a new database.
 * @throws DataDirectoryError for another format, CorruptError if the data file is missing or empty
 */
export function checkFiles(path: string, formatFile: string, data: string): void {
  const found = readFileSync(formatFile, "utf8");
  if (found !== storeFormat) {
    const version = /^apimachinery-storage \d+(?=\n$)/.exec(found)?.[0];
    const what =
      version === undefined
        ? "its file format is damaged, or belongs to another program"
        : `it has the format "${version}"`;
    throw new DataDirectoryError(
      `data directory ${path} can't be used: ${what}; this program needs "${storeFormat.trim()}"`,
    );
  }
  if (!existsSync(data) || statSync(data).size === 0) {
    throw new CorruptError(
      `data directory ${path}: data.mdb is ${existsSync(data) ? "empty" : "missing"}, but was written before. Restore it, or empty the directory to start without data`,
    );
  }
}

// Expected values in the two meta pages of lmdb, and offsets in bytes from the start of a page.
const magic = 0xbeefc0de;
const magicAt = 24;
const pageSizeAt = 48;
const lastPageAt = 144;
const transactionAt = 152;
const metaLength = 160;

/**
 * Reports whether a database file is shorter than its newest meta page declares, or has content but
 * no meta page. A short file is not always damaged, because lmdb counts pages that were allocated
 * and freed in one transaction but never writes them. However, reading a page after the end of the
 * file kills the process.
 */
function isTruncated(path: string): boolean {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    const first = metaPage(file, 0);
    if (first === undefined) return size > 0;
    const second = metaPage(file, first.pageSize);
    const newest = second !== undefined && second.transaction > first.transaction ? second : first;
    return (newest.lastPage + 1n) * BigInt(newest.pageSize) > BigInt(size);
  } finally {
    closeSync(file);
  }
}

interface MetaPage {
  readonly pageSize: number;
  readonly lastPage: bigint;
  readonly transaction: bigint;
}

function metaPage(file: number, position: number): MetaPage | undefined {
  const bytes = Buffer.alloc(metaLength);
  if (readSync(file, bytes, 0, metaLength, position) < metaLength) return undefined;
  if (bytes.readUInt32LE(magicAt) !== magic) return undefined;
  return {
    pageSize: bytes.readUInt32LE(pageSizeAt),
    lastPage: bytes.readBigUInt64LE(lastPageAt),
    transaction: bytes.readBigUInt64LE(transactionAt),
  };
}
