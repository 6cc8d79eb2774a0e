import { describe, expect, test } from "vitest";
import {
  CompactedError,
  FutureRevisionError,
  MemoryStorage,
  SlowWatcherError,
  StorageClosedError,
  StorageUnavailableError,
  openWatchCache,
  type Storage,
  type StorageWatch,
  type WatchCacheOptions,
} from "../../../apiserver/storage/index.js";
import { bytes, collect, create, endOf, prefix, remove, show, update } from "./conformance/helpers.js";

async function opened(options: Partial<WatchCacheOptions> = {}) {
  const storage = options.storage ?? new MemoryStorage();
  return { storage, cache: await openWatchCache({ prefix, timeout: 50, ...options, storage }) };
}

describe("shared objects", () => {
  test("gets, lists, events and previous values share the object of a write", async () => {
    const { cache } = await opened();
    const watches = [cache.watch(prefix), cache.watch(prefix)];
    await create(cache, "a", "1");
    await update(cache, "a", "2");
    const [first, second] = await Promise.all(watches.map((watch) => collect(watch, 2)));
    expect(first?.[0]).toBe(second?.[0]);
    expect(first?.[1]?.previous).toBe(first?.[0]?.current);
    expect((await cache.get(`${prefix}a`)).item).toBe(first?.[1]?.current);
    expect((await cache.list(prefix)).items[0]).toBe(first?.[1]?.current);
  });

  test("the cache also shares values that are older than the cache", async () => {
    const storage = new MemoryStorage();
    await create(storage, "a", "1");
    const { cache } = await opened({ storage });
    const { item } = await cache.get(`${prefix}a`);
    const watch = cache.watch(prefix);
    await remove(cache, "a");
    expect((await collect(watch, 1))[0]?.previous).toBe(item);
  });
});

describe("freshness", () => {
  test("reads return writes of other processes at once", async () => {
    const { storage, cache } = await opened();
    for (let index = 0; index < 20; index++) {
      await create(storage, `n${index}`);
      expect((await cache.list(prefix)).items.length).toBe(index + 1);
      const other = await storage.create(`/registry/toppings/${index}`, bytes("x"));
      expect(await cache.get(`${prefix}n${index}`)).toMatchObject({ revision: other.revision });
    }
  });

  test("reads wait for a store whose watch is late", async () => {
    const { storage, cache } = await opened({ storage: late(new MemoryStorage(), 3), timeout: 5000 });
    await create(storage, "a");
    expect((await cache.list(prefix)).items.map(show)).toEqual(["a=a@2"]);
    await create(storage, "b");
    expect((await cache.get(`${prefix}b`, { notOlderThan: 3 })).item?.revision).toBe(3);
  });

  test("if the store's watch is silent, consistent reads go to the store; other reads time out", async () => {
    const { storage, cache } = await opened({ storage: late(new MemoryStorage(), Infinity) });
    await create(storage, "a");
    expect((await cache.list(prefix)).items.map(show)).toEqual(["a=a@2"]);
    expect((await cache.get(`${prefix}a`)).item?.revision).toBe(2);
    expect((await cache.list(prefix, { notOlderThan: 0 })).items).toEqual([]);
    await expect(cache.list(prefix, { notOlderThan: 2 })).rejects.toThrow(FutureRevisionError);
  });

  test("a read gets a revision that arrives while it waits", async () => {
    const { cache } = await opened({ timeout: 5000 });
    const read = cache.get(`${prefix}a`, { notOlderThan: 2 });
    await create(cache, "a");
    expect((await read).item?.revision).toBe(2);
  });
});

describe("the window", () => {
  test("the window contains recent events, and a minimum number of older ones", async () => {
    let time = 0;
    const { storage, cache } = await opened({ window: 10_000, minimumEvents: 5, now: () => time });
    for (let second = 0; second < 60; second++) {
      await create(cache, `n${second}`);
      time += 1000;
    }
    await storage.compact(61);
    // Revision 42 is neither in the window of the cache nor in the store, because the store has
    // compacted it.
    expect(await endOf(cache.watch(prefix, { after: 41 }))).toBeInstanceOf(CompactedError);
    expect((await collect(cache.watch(prefix, { after: 53 }), 8)).map((event) => event.revision)).toEqual([
      54, 55, 56, 57, 58, 59, 60, 61,
    ]);
    time += 1_000_000;
    await create(cache, "late");
    expect((await collect(cache.watch(prefix, { after: 58 }), 4)).length).toBe(4);
  });

  test("the window contains a maximum number of events", async () => {
    const { storage, cache } = await opened({ maximumEvents: 100 });
    for (let index = 0; index < 500; index++) await create(cache, `n${index}`);
    await storage.compact(501);
    expect(await endOf(cache.watch(prefix, { after: 301 }))).toBeInstanceOf(CompactedError);
    expect((await collect(cache.watch(prefix, { after: 421 }), 80)).length).toBe(80);
  });

  test("the window contains the minimum number of events, even if the maximum is equal to it", async () => {
    const { cache } = await opened({ minimumEvents: 80, maximumEvents: 80 });
    let least = Infinity;
    for (let index = 0; index < 300; index++) {
      await create(cache, `n${index}`);
      if (index >= 80) least = Math.min(least, cache.heldEvents);
    }
    expect(least).toBeGreaterThanOrEqual(80);
    expect(cache.heldEvents).toBeLessThan(100);
  });

  test("the window has at most its bytes, also if more events are the minimum; at least ten events stay", async () => {
    const { storage, cache } = await opened({ minimumEvents: 100, maximumBytes: 100_000 });
    let most = 0;
    for (let index = 0; index < 200; index++) {
      await create(cache, `n${index}`, "x".repeat(1000));
      most = Math.max(most, cache.heldEvents);
    }
    expect(most).toBeGreaterThan(70);
    expect(most).toBeLessThan(100);
    await storage.compact(201);
    expect(await endOf(cache.watch(prefix, { after: 101 }))).toBeInstanceOf(CompactedError);
    expect((await collect(cache.watch(prefix, { after: 141 }), 60)).length).toBe(60);
    for (let index = 0; index < 30; index++) await update(cache, "n0", `${index}${"x".repeat(200_000)}`);
    expect(cache.heldEvents).toBe(10);
  });

  test("a watch takes large events in several parts", async () => {
    const { cache } = await opened();
    for (let index = 0; index < 10; index++) await create(cache, `n${index}`, "x".repeat(300_000));
    const watch = cache.watch(prefix, { after: 1 });
    expect([watch.take().length, watch.take().length, watch.take().length]).toEqual([4, 4, 2]);
  });

  test("a watch from a revision before the window reads the store's history", async () => {
    const { cache } = await opened({ maximumEvents: 100 });
    for (let index = 0; index < 500; index++) await create(cache, `n${index}`);
    const watch = cache.watch(prefix, { after: 11 });
    expect((await collect(watch, 490)).map((event) => event.revision)).toEqual(
      Array.from({ length: 490 }, (_, index) => index + 12),
    );
    await create(cache, "more");
    expect((await collect(watch, 1)).map((event) => event.revision)).toEqual([502]);
  });
});

describe("slow watches", () => {
  test("the cache ends a watch that is not read, and a thousand others miss no event", async () => {
    let counted = 0;
    const { cache } = await opened({ maximumEvents: 200, onSlowWatches: (count) => (counted += count) });
    const ends: Error[] = [];
    const slow = cache.watch(prefix, { onEnd: (error) => ends.push(error) });
    const quick = Array.from({ length: 1000 }, () => cache.watch(prefix));
    const seen = quick.map(() => 0);
    for (let index = 0; index < 300; index++) {
      await create(cache, `n${index}`);
      for (const [place, watch] of quick.entries()) seen[place] = (seen[place] ?? 0) + watch.take().length;
    }
    expect(new Set(seen)).toEqual(new Set([300]));
    // The cache called `onEnd` before the test read from the watch.
    expect([counted, ends.length]).toEqual([1, 1]);
    expect(await endOf(slow)).toBeInstanceOf(SlowWatcherError);
    expect(slow.revision).toBe(1);
  });

  test("a watch without matching events does not count as slow", async () => {
    const { cache } = await opened({ maximumEvents: 100 });
    const quiet = cache.watch(`${prefix}quiet/`);
    for (let index = 0; index < 400; index++) await create(cache, `n${index}`);
    await create(cache, "quiet/a");
    expect((await collect(quiet, 1)).map((event) => event.revision)).toEqual([402]);
  });
});

describe("paging", () => {
  test("a watch resumes from memory at a revision that the store has compacted", async () => {
    const { storage, cache } = await opened();
    for (const name of ["a", "b", "c"]) await create(cache, name);
    const first = await cache.list(prefix, { limit: 1 });
    await update(cache, "b", "changed");
    await storage.compact(5);
    const second = await cache.list(prefix, { limit: 1, startKey: `${prefix}a\0`, revision: first.revision });
    expect([second.revision, second.remaining, ...second.items.map(show)]).toEqual([4, 1, "b=b@3"]);
    expect((await cache.get(`${prefix}b`)).item?.revision).toBe(5);
  });
});

describe("the loss of the store's watch", () => {
  test("watches end, and reads wait for the new list", async () => {
    const { storage, breakWatches } = breakable(new MemoryStorage());
    const { cache } = await opened({ storage });
    const watch = cache.watch(prefix);
    await create(cache, "a");
    await collect(watch, 1);
    breakWatches();
    expect(await endOf(watch)).toBeInstanceOf(StorageUnavailableError);
    await create(storage, "b");
    expect((await cache.list(prefix)).items.map(show)).toEqual(["a=a@2", "b=b@3"]);
    const resumed = cache.watch(prefix, { after: 2 });
    expect((await collect(resumed, 1)).map((event) => event.revision)).toEqual([3]);
  });

  test("closing the store ends the cache", async () => {
    const { storage, cache } = await opened();
    const watch = cache.watch(prefix);
    await storage.close();
    expect(await endOf(watch)).toBeInstanceOf(StorageClosedError);
    await expect(cache.list(prefix)).rejects.toThrow(StorageClosedError);
  });
});

/**
 * Returns a storage whose watches send events only after several requests for progress, as a remote
 * store can.
 */
function late(storage: Storage, asks: number): Storage {
  return wrapped(storage, (watch) => {
    let asked = 0;
    let shown = watch.revision;
    const open = (): boolean => asked >= asks;
    return {
      ...forwarded(watch),
      get revision() {
        return open() ? (shown = watch.revision) : shown;
      },
      ready: () => (open() ? watch.ready() : new Promise<void>(() => undefined)),
      take: () => (open() ? watch.take() : []),
      requestProgress: () => {
        asked++;
      },
    };
  });
}

function breakable(storage: Storage): { readonly storage: Storage; readonly breakWatches: () => void } {
  let broken: (() => void)[] = [];
  return {
    storage: wrapped(storage, (watch) => {
      let error: Error | undefined;
      let stop = (): void => undefined;
      const stopped = new Promise<void>((resolve) => (stop = resolve));
      broken.push(() => {
        error = new SlowWatcherError(watch.revision);
        stop();
      });
      return {
        ...forwarded(watch),
        get revision() {
          return watch.revision;
        },
        ready: () => Promise.race([watch.ready(), stopped]),
        take: () => {
          if (error !== undefined) throw error;
          return watch.take();
        },
      };
    }),
    breakWatches: () => {
      for (const each of broken) each();
      broken = [];
    },
  };
}

function forwarded(watch: StorageWatch): Omit<StorageWatch, "revision"> {
  return {
    ready: () => watch.ready(),
    take: () => watch.take(),
    requestProgress: () => {
      watch.requestProgress();
    },
    close: () => {
      watch.close();
    },
    [Symbol.asyncIterator]: () => watch[Symbol.asyncIterator](),
  };
}

function wrapped(storage: Storage, wrap: (watch: StorageWatch) => StorageWatch): Storage {
  return {
    // This storage behaves like a store to which other processes write: the events of a watch can
    // arrive later than the results of reads.
    isExclusive: false,
    create: (key, value, options) => storage.create(key, value, options),
    get: (key, options) => storage.get(key, options),
    list: (under, options) => storage.list(under, options),
    update: (key, value, revision, options) => storage.update(key, value, revision, options),
    delete: (key, revision) => storage.delete(key, revision),
    watch: (under, options) => wrap(storage.watch(under, options)),
    currentRevision: () => storage.currentRevision(),
    compact: (revision) => storage.compact(revision),
    close: () => storage.close(),
  };
}
