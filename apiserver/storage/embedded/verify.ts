import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { CorruptError, DataDirectoryError } from "../errors.js";
import type { Database } from "./database.js";

/** What a process dies of that reads nonsense, and not because somebody stops it. */
const deadly = new Set(["SIGSEGV", "SIGBUS", "SIGABRT", "SIGILL", "SIGFPE"]);

/** What the child process exits with when it has found damage. */
export const foundDamage = 3;

/**
 * Reads everything once, in a process that may die over it.
 * @throws CorruptError if it does, or finds what should not be there
 */
export async function verifyInChild(directory: string): Promise<void> {
  const script = fileURLToPath(new URL("./verify-main.js", import.meta.url));
  // Sources that run uncompiled: nothing for a plain child to run, and no user's data.
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
  const reason = signal === null ? output.trim().slice(-500) : `reading it ended a process with ${signal}`;
  const isDamage = signal === null ? code === foundDamage : deadly.has(signal);
  if (!isDamage) throw new DataDirectoryError(`data directory ${directory} could not be checked: ${reason}`);
  throw new CorruptError(
    `data directory ${directory}: data.mdb is damaged: ${reason}. It was not changed: restore it, or empty the directory to start anew`,
  );
}

/**
 * Reads every page. A damaged record does not keep the others from being served. @throws
 * CorruptError for a damaged page
 */
export function verify(database: Database): void {
  for (const [key, state] of database.keysFrom("", "")) database.newestWrite(key, state);
  let last = 0;
  for (const write of database.recordsAfter(0)) {
    if (write.revision <= last) throw new CorruptError(`revision ${write.revision} comes after revision ${last}`);
    last = write.revision;
  }
}
