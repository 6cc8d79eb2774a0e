import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CorruptError, DataDirectoryError, StorageError } from "../errors.js";
import { Database } from "./database.js";
import { isTruncated } from "./file-check.js";
import { claim, release } from "./owner.js";
import { verifyInChild } from "./verify.js";

/** Of what the tables hold. Another number is another program's directory. */
const format = "apimachinery-storage 1\n";

export interface DataDirectory {
  readonly database: Database;
  /** Gives it free for the next process. */
  close(): Promise<void>;
}

/**
 * Opens the database in a directory for this process alone, or says what is wrong with it. A damaged file can kill the process that
 * maps it, so a file that looks wrong, or that the last process did not survive opening, is first read by another process.
 */
export async function openDataDirectory(directory: string): Promise<DataDirectory> {
  const data = join(directory, "data.mdb");
  const formatFile = join(directory, "format");
  const opening = join(directory, "opening");
  return guard(directory, async () => {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const exists = existsSync(formatFile);
    if (exists) checkFiles(directory, formatFile, data);
    if (existsSync(data) && (existsSync(opening) || isTruncated(data))) await verifyInChild(directory);
    writeFileSync(opening, "");
    const database = new Database(directory);
    try {
      claim(database, directory);
    } catch (error) {
      await database.close();
      throw error;
    }
    if (!exists) writeFileSync(formatFile, format);
    rmSync(opening, { force: true });
    return {
      database,
      async close() {
        release(database);
        await database.close();
      },
    };
  });
}

/** An empty file would be taken for a new database, and so hide that there was another. */
function checkFiles(directory: string, formatFile: string, data: string): void {
  const found = readFileSync(formatFile, "utf8");
  if (found !== format) {
    throw new DataDirectoryError(`data directory ${directory} holds ${JSON.stringify(found.trim().slice(0, 60))}, this is ${JSON.stringify(format.trim())}`);
  }
  if (!existsSync(data) || statSync(data).size === 0) {
    throw new CorruptError(`data directory ${directory}: data.mdb is ${existsSync(data) ? "empty" : "missing"}, but was written before. Restore it, or empty the directory to start anew`);
  }
}

async function guard<T>(directory: string, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof StorageError) throw error;
    const message = error instanceof Error ? error.message : String(error);
    if (/not an LMDB file|MDB_INVALID|MDB_CORRUPTED|MDB_PAGE_NOTFOUND|MDB_VERSION_MISMATCH/.test(message)) {
      throw new CorruptError(`data directory ${directory}: data.mdb can't be read: ${message}`, { cause: error });
    }
    throw new DataDirectoryError(`data directory ${directory} can't be used: ${message}`, { cause: error });
  }
}
