import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { DataDirectoryError } from "../errors.js";
import type { Database } from "./database.js";

/** How often the owner shows that it lives, in milliseconds. */
const beat = 2000;
/** An owner on another machine that was silent for so long is taken for dead. In milliseconds. */
const silence = 10_000;

interface Owner {
  readonly host: string;
  readonly pid: number;
  /**
   * When the process started, in the system's own terms: a number that comes back is another
   * process. Empty where unknown.
   */
  readonly started: string;
}

/**
 * Writes this process into the database as the one that uses it, until the returned function is
 * called. lmdb lets one process write at a time, so of two that start together one sees the other.
 * Containers that share a directory don't see each other's processes: for them the time of a file
 * tells. @throws DataDirectoryError if the one that is written there still runs
 */
export function claim(database: Database, directory: string): () => void {
  const heartbeat = join(directory, "heartbeat");
  database.transactionSync(() => {
    const owner = parseOwner(database.meta("owner"));
    if (owner !== undefined && isAlive(owner, heartbeat)) {
      throw new DataDirectoryError(
        `data directory ${directory} is in use by ${nameOf(owner)}. Stop it, or use another directory`,
      );
    }
    writeFileSync(heartbeat, "", { mode: 0o600 });
    const own: Owner = { host: hostname(), pid: process.pid, started: processOf(process.pid)?.started ?? "" };
    database.putMeta("owner", JSON.stringify(own));
  });
  const timer = setInterval(() => {
    touch(heartbeat);
  }, beat).unref();
  return () => {
    clearInterval(timer);
    rmSync(heartbeat, { force: true });
    database.transactionSync(() => {
      database.removeMeta("owner");
    });
  };
}

function nameOf({ host, pid }: Owner): string {
  if (host !== hostname()) return `process ${pid} on ${host}`;
  return pid === process.pid ? "this process already" : `process ${pid}`;
}

function parseOwner(text: string | undefined): Owner | undefined {
  const match = /^\{"host":"([^"]*)","pid":(\d+),"started":"(\d*)"\}$/.exec(text ?? "");
  return match === null ? undefined : { host: match[1] as string, pid: Number(match[2]), started: match[3] as string };
}

function isAlive(owner: Owner, heartbeat: string): boolean {
  return owner.host === hostname() ? isRunning(owner) : Date.now() - lastBeat(heartbeat) < silence;
}

function isRunning(owner: Owner): boolean {
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    // Not allowed to signal it: it runs.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
  const found = processOf(owner.pid);
  if (found === undefined) return true;
  // Killed, and whoever started it has not asked what became of it: in a container without an init,
  // perhaps never.
  if (found.isZombie) return false;
  return owner.started === "" || found.started === owner.started;
}

/** What Linux tells of a process; undefined elsewhere. `started`: clock ticks from boot. */
function processOf(pid: number): { readonly isZombie: boolean; readonly started: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may hold anything; behind it are the state, and as the 20th field the
    // start.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { isZombie: fields[0] === "Z" || fields[0] === "X", started: fields[19] ?? "" };
  } catch {
    return undefined;
  }
}

function touch(file: string): void {
  const now = new Date();
  try {
    utimesSync(file, now, now);
  } catch {
    // Somebody removed it, or the directory: the next write to the database will tell.
  }
}

function lastBeat(file: string): number {
  try {
    return statSync(file).mtimeMs;
  } catch {
    return 0;
  }
}
