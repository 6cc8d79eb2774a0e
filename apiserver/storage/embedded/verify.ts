import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { CorruptError } from "../errors.js";
import type { Database } from "./database.js";

/**
 * Reads everything once, in a process that may die over it.
 * @throws CorruptError if it does, or finds what should not be there
 */
export async function verifyInChild(directory: string): Promise<void> {
  const child = spawn(process.execPath, [fileURLToPath(new URL("./verify-main.js", import.meta.url)), directory], { stdio: ["ignore", "ignore", "pipe"] });
  let output = "";
  child.stderr.on("data", (chunk: Buffer) => { output += chunk.toString(); });
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (exitCode, exitSignal) => { resolve([exitCode, exitSignal]); });
  });
  if (code === 0) return;
  const reason = signal === null ? output.trim().slice(-500) : `reading it ended a process with ${signal}`;
  throw new CorruptError(`data directory ${directory}: data.mdb is damaged: ${reason}. It was not changed: restore it, or empty the directory to start anew`);
}

/** @throws CorruptError at the first thing that does not fit */
export function verify(database: Database): void {
  for (const [key, { revision, deleted }] of database.keysFrom("", "")) {
    const write = database.expectRecord(revision, key);
    if (deleted !== (write.current === undefined)) throw new CorruptError(`revision ${revision} of key ${JSON.stringify(key)} is not what the index says`);
  }
  let last = 0;
  for (const write of database.recordsAfter(0)) {
    if (write.revision <= last) throw new CorruptError(`revision ${write.revision} comes after revision ${last}`);
    last = write.revision;
  }
}
