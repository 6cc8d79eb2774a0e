import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openEmbeddedStorage, type Storage } from "../../../apiserver/storage/index.js";
import { Database } from "../../../apiserver/storage/embedded/database.js";
import { temporaryDirectories } from "./directories.js";
import { unitOfCPUTime } from "../../cpu-time.js";

const directories = temporaryDirectories();
const count = 20_000;
let storage: Storage;
let before = 0;

beforeAll(async () => {
  storage = await openEmbeddedStorage({ directory: directories.make() });
  await Promise.all(
    Array.from({ length: count }, (_, index) =>
      storage.create(`/a/${String(index).padStart(5, "0")}`, Buffer.alloc(500, "x")),
    ),
  );
  before = await storage.currentRevision();
  const updates = Array.from({ length: 2000 }, async (_, index) => {
    const { item } = await storage.get(`/a/${String(index % 32).padStart(5, "0")}`);
    return item && storage.update(item.key, item.value, item.revision).catch(() => undefined);
  });
  await Promise.all(updates);
});
afterAll(async () => {
  await storage.close();
  directories.remove();
});

/** Longest period of CPU time, in units, for which a read may block the event loop. */
const limit = 2;

/** Returns the longest period of CPU time for which a run blocks the event loop, in units. */
async function stretchOf(run: () => Promise<void>): Promise<number> {
  let longest = 0;
  let last = process.cpuUsage();
  let isDone = false;
  const tick = (): void => {
    const { user, system } = process.cpuUsage(last);
    longest = Math.max(longest, (user + system) / 1000);
    last = process.cpuUsage();
    if (!isDone) setImmediate(tick);
  };
  setImmediate(tick);
  await run();
  isDone = true;
  tick();
  return longest / unitOfCPUTime();
}

/** Fails if each of three runs blocks the event loop for longer than the limit. */
async function expectShortStretches(run: () => Promise<void>): Promise<void> {
  const stretches: number[] = [];
  while (stretches.length < 3 && !stretches.some((stretch) => stretch < limit)) stretches.push(await stretchOf(run));
  expect(Math.min(...stretches)).toBeLessThan(limit);
}

describe("long reads do not block the event loop", () => {
  test("a list of a large store at an old revision does not block the event loop", async () => {
    await expectShortStretches(async () => {
      expect((await storage.list("/", { revision: before })).items).toHaveLength(count);
    });
  });

  test("many concurrent pages at old revisions do not block the event loop", async () => {
    await expectShortStretches(async () => {
      const pages = Array.from({ length: 20 }, (_, index) =>
        storage.list("/", { revision: before - 10_000 + index, startKey: "/a/15", limit: 1 }),
      );
      for (const { items } of await Promise.all(pages)) expect(items).toEqual([]);
    });
  });

  test("watches that read a long history of other keys do not block the event loop", async () => {
    await expectShortStretches(async () => {
      const newest = await storage.currentRevision();
      const watches = Array.from({ length: 20 }, () => storage.watch("/empty/", { after: 1 }));
      for (const watch of watches) {
        while (watch.revision < newest) {
          expect(watch.take()).toEqual([]);
          if (watch.revision < newest) await watch.ready();
        }
        watch.close();
      }
    });
  });
});

test("a page at an old revision reads one record more than it has items", async () => {
  const reads = vi.spyOn(Database.prototype, "record");
  const page = await storage.list("/", { revision: before, startKey: "/a/10", limit: 1 });
  expect([page.items.length, page.remaining, page.revision]).toEqual([1, undefined, before]);
  expect(reads.mock.calls.length).toBeLessThanOrEqual(2);
  reads.mockClear();
  const first = await storage.list("/", { revision: before, limit: 1 });
  expect([first.items[0]?.key, first.remaining]).toEqual(["/a/00000", undefined]);
  // Each of the first keys was written about 60 times after the revision of the list, so the list
  // needs some additional reads.
  expect(reads.mock.calls.length).toBeLessThan(500);
  reads.mockRestore();
});

test("a page at the newest revision counts the remaining items; the last page at an old revision has 0", async () => {
  expect((await storage.list("/", { limit: 1 })).remaining).toBe(count - 1);
  expect((await storage.list("/", { limit: 1, revision: before, startKey: "/a/19999" })).remaining).toBe(0);
});

test("a list fails with CompactedError if its revision is compacted during the read", async () => {
  const other = await openEmbeddedStorage({ directory: directories.make() });
  await Promise.all(Array.from({ length: 5000 }, (_, index) => other.create(`/a/${index}`, Buffer.alloc(2000, "x"))));
  const revision = await other.currentRevision();
  await other.create("/b", Buffer.from("x"));
  const list = other.list("/", { revision }).then(
    ({ items }) => items.length,
    (error: unknown) => (error as Error).name,
  );
  await other.compact(revision + 1);
  // The list and the compaction run concurrently. The list must be complete, or fail because of the
  // compaction.
  expect([5000, "CompactedError"]).toContain(await list);
  await other.close();
});
