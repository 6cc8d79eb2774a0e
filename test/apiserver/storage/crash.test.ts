import { spawn, spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openEmbeddedStorage, type Storage, type StorageEvent } from "../../../apiserver/storage/index.js";
import { builtStorage, compileChildren } from "./compiled.js";
import { temporaryDirectories } from "./directories.js";
import { openLater, waitForKeys } from "./open-later.js";
import { sizeOf } from "../../sizes.js";

/** Number of rounds. The environment variable CRASH_ROUNDS overrides the default. */
const rounds = sizeOf("CRASH_ROUNDS");

const compiled = compileChildren();
const directories = temporaryDirectories();
afterAll(() => {
  rmSync(compiled, { recursive: true, force: true });
  directories.remove();
});

interface Acknowledged {
  readonly key: string;
  readonly revision: number;
  readonly number: string;
}

test(
  `the store loses no acknowledged write of 16 writers in ${rounds} rounds of kill -9`,
  { timeout: 600_000 + rounds * 15_000 },
  async () => {
    const directory = directories.make();
    const acknowledged = new Map<number, Acknowledged>();
    let newest = 0;
    let seen = 0;
    for (let round = 0; round < rounds; round++) {
      for (const write of await writeUntilKilled(directory, round)) {
        expect(write.revision, "each revision belongs to one write, and revisions only grow").toBeGreaterThan(seen);
        expect(acknowledged.has(write.revision)).toBe(false);
        acknowledged.set(write.revision, write);
        newest = Math.max(newest, write.revision);
      }
      checkFile(directory);
      const storage = await openEmbeddedStorage({ directory });
      const current = await storage.currentRevision();
      expect(current, "no acknowledged write is missing").toBeGreaterThanOrEqual(newest);
      const last = await checkHistory(storage, acknowledged, current);
      await checkState(storage, acknowledged, last);
      seen = current;
      await storage.close();
    }
    await checkExpiry(directory);
    console.log(`${acknowledged.size} acknowledged writes survived ${rounds} kills`);
  },
);

/**
 * Starts the writers and kills them at a random time.
 * @returns their acknowledged writes
 */
async function writeUntilKilled(directory: string, round: number): Promise<Acknowledged[]> {
  const child = spawn(process.execPath, [join(compiled, "writers.js"), directory, String(round)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  await new Promise<void>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (_code, signal) => {
      if (signal === "SIGKILL") resolve();
      else reject(new Error(`the writers ended by themselves: ${signal ?? output.slice(-500)}`));
    });
    child.stdout.on("data", (chunk: Buffer) => {
      const started = output === "";
      output += chunk.toString();
      if (started) setTimeout(() => child.kill("SIGKILL"), Math.random() * 400);
    });
  });
  // The last line is incomplete if the process was killed while it printed this line. The write in
  // an incomplete line does not count as acknowledged.
  return output
    .split("\n")
    .slice(1, -1)
    .map((line) => {
      const [key, revision, number] = line.split(" ") as [string, string, string];
      return { key, revision: Number(revision), number };
    });
}

/**
 * Runs the same check of the file as the server does at its start after its process was killed. A
 * kill must not look like damage.
 */
function checkFile(directory: string): void {
  const { status, stderr } = spawnSync(process.execPath, [builtStorage("embedded/verify-main.js"), directory], {
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([0, ""]);
}

/**
 * Reads a watch from the oldest revision and checks that it has all acknowledged writes, without a
 * gap or a duplicate.
 * @returns the last event of each key
 */
async function checkHistory(
  storage: Storage,
  acknowledged: ReadonlyMap<number, Acknowledged>,
  current: number,
): Promise<Map<string, StorageEvent>> {
  const last = new Map<string, StorageEvent>();
  const floor = await oldestRevision(storage);
  const watch = storage.watch("/", { after: floor });
  const wrong: unknown[] = [];
  let expected = floor;
  while (watch.revision < current) {
    for (const event of watch.take()) {
      const write = acknowledged.get(event.revision);
      const number = event.current === undefined ? "-" : wholeNumber(event.current.value);
      if (
        event.revision !== ++expected ||
        (write !== undefined && (write.key !== event.key || write.number !== number))
      )
        wrong.push({ event, write, expected });
      last.set(event.key, event);
    }
  }
  watch.close();
  expect(wrong).toEqual([]);
  expect(expected).toBe(current);
  return last;
}

/**
 * Checks that each key has its newest acknowledged write, or a later write that was not
 * acknowledged.
 */
async function checkState(
  storage: Storage,
  acknowledged: ReadonlyMap<number, Acknowledged>,
  events: ReadonlyMap<string, StorageEvent>,
): Promise<void> {
  const newest = new Map<string, Acknowledged>();
  for (const write of acknowledged.values())
    if ((newest.get(write.key)?.revision ?? 0) < write.revision) newest.set(write.key, write);
  const present = new Map((await storage.list("/")).items.map((item) => [item.key, item]));
  for (const [key, write] of newest) {
    const item = present.get(key);
    const event = events.get(key);
    if (event !== undefined && event.revision > write.revision)
      expect(item?.revision, key).toBe(event.current?.revision);
    else if (write.number === "-") expect(item, key).toBeUndefined();
    else expect([item?.revision, item && wholeNumber(item.value)], key).toEqual([write.revision, write.number]);
  }
}

/** Opens the store after the time to live of the objects, and checks which of them expire. */
async function checkExpiry(directory: string): Promise<void> {
  const storage = await openEmbeddedStorage({ directory });
  const { items } = await storage.list("/");
  await storage.close();
  const staying = items.filter(({ value }) => !contentOf(value).expires);
  expect(staying.length).toBeGreaterThan(0);
  expect(staying.length).toBeLessThan(items.length);
  const later = await openLater(directory, 3601);
  await waitForKeys(
    later,
    staying.map(({ key }) => key),
  );
  await later.close();
}

async function oldestRevision(storage: Storage): Promise<number> {
  const error: unknown = await storage.get("/", { revision: 0 }).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof Error && "compactRevision" in error ? Number(error.compactRevision) : 1;
}

/**
 * Returns the number that a value contains. A value that is incomplete or mixed from two writes is
 * not JSON, or has a different number at its end.
 * @throws Error for an incomplete or mixed value
 */
function wholeNumber(value: Uint8Array): string {
  const { number, end } = contentOf(value);
  if (end !== number) throw new Error(`a value begins as ${number} and ends as ${end}`);
  return number;
}

interface Content {
  readonly number: string;
  /** True if the write gave the object a time to live. */
  readonly expires: boolean;
  readonly end: string;
}

function contentOf(value: Uint8Array): Content {
  return JSON.parse(Buffer.from(value).toString()) as Content;
}
