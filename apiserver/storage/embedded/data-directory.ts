import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CorruptError, DataDirectoryError } from "../errors.js";
import { Database } from "./database.js";
import { openFailure } from "./failures.js";
import { isTruncated } from "./file-check.js";
import { claim } from "./owner.js";
import { verifyInChild } from "./verify.js";

/** Of what the tables hold. Another number is another program's directory. */
const format = "apimachinery-storage 1\n";

/** Of all files: only the owner may read what is stored. */
const privateMode = 0o600;

/** A process that lived so long, in milliseconds, did not die of its data file. */
const settled = 10_000;

export interface DataDirectory {
  readonly path: string;
  readonly database: Database;
  /** Gives it free for the next process. */
  close(): Promise<void>;
}

/**
 * Opens the database in a directory for this process alone, or says what is wrong with it. A
 * damaged file can kill the process that maps it, so a file that looks too short, or that a process
 * died of soon after it opened it, is first read by another process.
 */
export async function openDataDirectory(path: string): Promise<DataDirectory> {
  try {
    return await open(path);
  } catch (error) {
    throw openFailure(error, path);
  }
}

async function open(path: string): Promise<DataDirectory> {
  const data = join(path, "data.mdb");
  const formatFile = join(path, "format");
  const unsettled = join(path, "unsettled");
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const exists = existsSync(formatFile);
  if (exists) checkFiles(path, formatFile, data);
  if (existsSync(data) && (existsSync(unsettled) || isTruncated(data))) await verifyInChild(path);

  for (const name of ["data.mdb", "lock.mdb"]) makePrivate(join(path, name));
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
  if (!exists) writeFileSync(formatFile, format, { mode: privateMode });
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
        // On a full disk the entry stays; it says nothing once this process is gone.
      }
      await database.close();
    },
  };
}

/**
 * lmdb makes its files readable for all users. They exist before it opens them, empty, and those of
 * an earlier version are closed to others. It must not happen by a descriptor: closing one gives up
 * the locks that the process holds on the file.
 */
function makePrivate(file: string): void {
  try {
    if (existsSync(file)) chmodSync(file, privateMode);
    else writeFileSync(file, "", { mode: privateMode, flag: "wx" });
  } catch {
    // The file of another user, or a folder that may not be written: opening it tells.
  }
}

async function openClaimed(path: string): Promise<{ readonly database: Database; readonly release: () => void }> {
  const database = new Database(path);
  try {
    return { database, release: claim(database, path) };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** An empty file would be taken for a new database, and so hide that there was another. */
function checkFiles(path: string, formatFile: string, data: string): void {
  const found = readFileSync(formatFile, "utf8");
  if (found !== format) {
    const version = /^apimachinery-storage \d+(?=\n$)/.exec(found)?.[0];
    const what =
      version === undefined ? "its file format is damaged, or another program's" : `it has the format "${version}"`;
    throw new DataDirectoryError(
      `data directory ${path} can't be used: ${what}; this program needs "${format.trim()}"`,
    );
  }
  if (!existsSync(data) || statSync(data).size === 0) {
    throw new CorruptError(
      `data directory ${path}: data.mdb is ${existsSync(data) ? "empty" : "missing"}, but was written before. Restore it, or empty the directory to start anew`,
    );
  }
}
