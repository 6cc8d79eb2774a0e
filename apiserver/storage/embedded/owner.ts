import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { DirectoryInUseError } from "../errors.js";
import type { Database } from "./database.js";

/** Interval at which the owner updates its heartbeat file, in milliseconds. */
const beat = 2000;
/**
 * Time without a heartbeat after which an owner on another machine is regarded as dead, in
 * milliseconds.
 */
const silence = 10_000;

interface Owner {
  readonly host: string;
  readonly pid: number;
  /**
   * Start time of the process as the system reports it; empty if unknown. It distinguishes
   * processes with the same id, because process ids are reused.
   */
  readonly started: string;
}

/**
 * Writes this process into the database as its owner. Returns a function that removes this entry.
 * The entry is committed in another thread, because a failed synchronous commit can end the
 * process. If two processes start together, the second one sees the entry of the first, because
 * lmdb lets only one process write at a time. Containers that share a directory do not see each
 * other's processes. Therefore the modification time of the heartbeat file shows whether an owner
 * on another host is alive.
 * @throws DirectoryInUseError if another owner is alive
 */
export async function claim(database: Database, directory: string): Promise<() => void> {
  const heartbeat = join(directory, "heartbeat");
  await database.transaction(() => {
    const owner = parseOwner(database.meta("owner"));
    if (owner !== undefined && isAlive(owner, heartbeat)) {
      throw new DirectoryInUseError(
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
  return pid === process.pid ? "this process" : `process ${pid}`;
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
    // EPERM means that the process exists, but this user may not send signals to it.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
  const found = processOf(owner.pid);
  if (found === undefined) return true;
  // A zombie has ended, but its parent has not collected its status. In a container without an init
  // process, this state can last forever.
  if (found.isZombie) return false;
  return owner.started === "" || found.started === owner.started;
}

/**
 * Returns Linux' data about a process; undefined on other systems, or if the process does not
 * exist. `started` is in clock ticks since boot, as a decimal string.
 */
function processOf(pid: number): { readonly isZombie: boolean; readonly started: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses can contain any character, so the fields are counted from the last
    // `)`. The first is the state, and the 20th the start time.
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
    // The file or the directory was removed. The next write to the database reports this.
  }
}

function lastBeat(file: string): number {
  try {
    return statSync(file).mtimeMs;
  } catch {
    return 0;
  }
}
