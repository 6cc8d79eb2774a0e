import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { CorruptError, DataDirectoryError } from "../errors.js";
import type { Database } from "./database.js";

/** Signals that end a process when it reads damaged memory. Other signals are sent by users. */
const deadly = new Set(["SIGSEGV", "SIGBUS", "SIGABRT", "SIGILL", "SIGFPE"]);

/** Exit code of the child process if it finds damage. */
export const foundDamage = 3;

/**
 * Reads the whole database in a child process, because damage can kill the process.
 * @throws CorruptError if the child process finds damage or is killed by it, DataDirectoryError if
 *   the child process cannot check the file
 */
export async function verifyInChild(directory: string): Promise<void> {
  const script = fileURLToPath(new URL("./verify-main.js", import.meta.url));
  // If a test runs the sources, the compiled script of the child process does not exist. The check
  // is then skipped, because the data are only test data.
  if (!existsSync(script)) return;
  const child = spawn(process.execPath, [script, directory], { stdio: ["ignore", "ignore", "pipe"] });
  let output = "";
  child.stderr.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (exitCode, exitSignal) => {
      resolve([exitCode, exitSignal]);
    });
  });
  if (code === 0) return;
  const reason = signal === null ? output.trim().slice(-500) : `a process that read it was ended by ${signal}`;
  const isDamage = signal === null ? code === foundDamage : deadly.has(signal);
  if (!isDamage) throw new DataDirectoryError(`data directory ${directory} could not be checked: ${reason}`);
  throw new CorruptError(
    `data directory ${directory}: data.mdb is damaged: ${reason}. The file was not changed: restore it, or empty the directory to start without data`,
  );
}

/**
 * Reads the index of the keys, all records and all times of expiry. A damaged record is not an
 * error, because the other records can still be served.
 * @throws an error of lmdb for a damaged page, CorruptError if the revisions are not in order
 */
export function verify(database: Database): void {
  for (const [key, state] of database.keysFrom("", "")) database.newestWrite(key, state);
  let last = 0;
  for (const write of database.recordsAfter(0)) {
    if (write.revision <= last) throw new CorruptError(`revision ${write.revision} comes after revision ${last}`);
    last = write.revision;
  }
  database.expiries.verify();
}
