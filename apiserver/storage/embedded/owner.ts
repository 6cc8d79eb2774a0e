import { readFileSync } from "node:fs";
import { DataDirectoryError } from "../errors.js";
import type { Database } from "./database.js";

interface Owner {
  readonly pid: number;
  /** When the process started, in the system's own terms: a number that comes back is another process. Empty where unknown. */
  readonly started: string;
}

/**
 * Writes this process into the database as the one that uses it. lmdb lets one process write at a time, so of two that start
 * together one sees the other. @throws DataDirectoryError if the one that is written there still runs
 */
export function claim(database: Database, directory: string): void {
  database.transactionSync(() => {
    const owner = parseOwner(database.meta("owner"));
    if (owner !== undefined && isRunning(owner)) {
      const who = owner.pid === process.pid ? "this process already" : `process ${owner.pid}`;
      throw new DataDirectoryError(`data directory ${directory} is in use by ${who}. Stop it, or use another directory`);
    }
    const own: Owner = { pid: process.pid, started: startOf(process.pid) ?? "" };
    database.putMeta("owner", JSON.stringify(own));
  });
}

export function release(database: Database): void {
  database.transactionSync(() => { database.removeMeta("owner"); });
}

function parseOwner(text: string | undefined): Owner | undefined {
  if (text === undefined) return undefined;
  const match = /^\{"pid":(\d+),"started":"(\d*)"\}$/.exec(text);
  return match === null ? undefined : { pid: Number(match[1]), started: match[2] as string };
}

function isRunning(owner: Owner): boolean {
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    // Not allowed to signal it: it runs.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
  const started = startOf(owner.pid);
  return started === undefined || owner.started === "" || started === owner.started;
}

/** Clock ticks from boot to the start of a process, as Linux tells; undefined elsewhere. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may hold anything; the start is the 20th field behind it.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  } catch {
    return undefined;
  }
}
