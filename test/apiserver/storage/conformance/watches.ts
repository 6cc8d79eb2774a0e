import { describe, expect } from "vitest";
import { StorageClosedError, type StorageEvent } from "../../../../apiserver/storage/index.js";
import type { OpenStorage } from "../conformance.js";
import { bytes, collect, create, endOf, prefix, remove, showEvent, storageTest, update } from "./helpers.js";

export function watchCases(open: OpenStorage): void {
  const test = storageTest(open);

  describe("watch", () => {
    test("a watch sends creates, updates and deletes with their previous values", async (storage) => {
      await create(storage, "old");
      const watch = storage.watch(prefix);
      await create(storage, "a", "1");
      await update(storage, "a", "2");
      await remove(storage, "a");
      expect((await collect(watch, 3)).map(showEvent)).toEqual(["a@3: - -> 1@3", "a@4: 1@3 -> 2@4", "a@5: 2@4 -> -"]);
      expect(watch.take()).toEqual([]);
    });

    test("when the promise of a write resolves, watches have its event", async (storage) => {
      const watch = storage.watch(prefix, { after: 1 });
      const revision = await create(storage, "a");
      await storage.get(`${prefix}a`);
      expect((await collect(watch, 1)).map((event) => event.revision)).toEqual([revision]);
      expect(watch.revision).toBe(revision);
    });

    test("a watch sends only keys with the prefix", async (storage) => {
      const watch = storage.watch(`${prefix}a/`);
      for (const name of ["a/1", "ab/1", "b/1", "a", "a/2"]) await create(storage, name);
      expect((await collect(watch, 2)).map((event) => event.key.slice(prefix.length))).toEqual(["a/1", "a/2"]);
    });

    test("watches with prefixes of different lengths run at the same time", async (storage) => {
      const prefixes = ["", "/registry/", prefix, `${prefix}a`, `${prefix}a/`, `${prefix}a/1`, `${prefix}b/`];
      const watches = prefixes.map((each) => storage.watch(each, { after: 1 }));
      await create(storage, "a/1");
      await create(storage, "b/1");
      await storage.create("/registry/toppings/x", bytes("x"));
      const last = await storage.create("/other", bytes("x"));
      const seen = await Promise.all(
        watches.map(async (watch, index) => {
          const expected = [4, 3, 2, 1, 1, 1, 1][index] as number;
          return (await collect(watch, expected)).length;
        }),
      );
      expect(seen).toEqual([4, 3, 2, 1, 1, 1, 1]);
      expect(last.revision).toBe(5);
    });

    test("a watch from any revision sends all later events in order, once", async (storage) => {
      for (let index = 0; index < 30; index++) {
        if (index % 3 === 2) await remove(storage, `n${index - 1}`);
        else await create(storage, `n${index}`);
      }
      for (let after = 1; after <= 31; after++) {
        const events = await collect(storage.watch(prefix, { after }), 31 - after);
        expect(events.map((event) => event.revision)).toEqual(
          Array.from({ length: 31 - after }, (_, index) => after + index + 1),
        );
      }
    });

    test("a resumed watch misses no event and repeats none", async (storage) => {
      const seen: StorageEvent[] = [];
      let after = 1;
      for (let round = 0; round < 10; round++) {
        const watch = storage.watch(prefix, { after });
        await Promise.all([create(storage, `${round}-a`), create(storage, `${round}-b`)]);
        seen.push(...(await collect(watch, 2)));
        after = watch.revision;
        watch.close();
        await create(storage, `${round}-between`);
        const next = storage.watch(prefix, { after });
        seen.push(...(await collect(next, 1)));
        after = next.revision;
        next.close();
      }
      expect(seen.map((event) => event.revision)).toEqual(Array.from({ length: 30 }, (_, index) => index + 2));
    });

    test("a watch from a future revision sends only the events after that revision", async (storage) => {
      await create(storage, "a");
      const watch = storage.watch(prefix, { after: 4 });
      for (const name of ["b", "c", "d", "e"]) await create(storage, name);
      expect((await collect(watch, 2)).map((event) => event.revision)).toEqual([5, 6]);
    });

    test("one take returns only a part of a long history", async (storage) => {
      const watch = storage.watch(prefix);
      await Promise.all(Array.from({ length: 3000 }, (_, index) => create(storage, `n${index}`)));
      const revisions = (await collect(watch, 3000)).map((event) => event.revision);
      expect(revisions).toEqual(Array.from({ length: 3000 }, (_, index) => index + 2));
    });

    test("the revision of a watch includes other writes, but not events that were not taken", async (storage) => {
      const watch = storage.watch(prefix, { after: 1 });
      await create(storage, "a");
      expect(watch.revision).toBe(1);
      await collect(watch, 1);
      expect(watch.revision).toBe(2);
      const other = await storage.create("/registry/toppings/x", bytes("x"));
      watch.requestProgress();
      while (watch.revision < other.revision) {
        await watch.ready();
        expect(watch.take()).toEqual([]);
      }
      expect(watch.revision).toBe(3);
    });

    test("for await reads the events of a watch", async (storage) => {
      const watch = storage.watch(prefix);
      const seen: number[] = [];
      const reader = (async () => {
        for await (const events of watch) {
          seen.push(...events.map((event) => event.revision));
          if (seen.length === 3) break;
        }
      })();
      for (const name of ["a", "b", "c"]) await create(storage, name);
      await reader;
      expect(seen).toEqual([2, 3, 4]);
      await create(storage, "d");
      expect(watch.take()).toEqual([]);
    });

    test("closing a watch ends its waiting readers and its events", async (storage) => {
      const watch = storage.watch(prefix);
      const waiting = watch.ready();
      watch.close();
      watch.close();
      await waiting;
      await create(storage, "a");
      await watch.ready();
      expect(watch.take()).toEqual([]);
    });

    test("closing a watch during the dispatch of an event does not affect other watches", async (storage) => {
      const watches = Array.from({ length: 20 }, () => storage.watch(prefix, { after: 1 }));
      for (let index = 0; index < 20; index++) {
        await create(storage, `n${index}`);
        watches[index]?.close();
      }
      const late = storage.watch(prefix, { after: 1 });
      expect((await collect(late, 20)).length).toBe(20);
    });

    test("closing the storage ends watches with an error, including those with unread events", async (storage) => {
      const ends: Error[] = [];
      const watch = storage.watch(prefix, { onEnd: (error) => ends.push(error) });
      const end = endOf(watch);
      await storage.close();
      expect(await end).toBeInstanceOf(StorageClosedError);
      expect(ends).toEqual([await end]);
    });
  });
}
