import { describe, expect } from "vitest";
import { CompactedError, FutureRevisionError, SlowWatcherError } from "../../../../apiserver/storage/index.js";
import type { OpenStorage, StorageTraits } from "../conformance.js";
import { bytes, collect, create, endOf, prefix, remove, show, showEvent, storageTest, update } from "./helpers.js";

export function compactionCases(open: OpenStorage, { isRemote = false }: StorageTraits): void {
  const test = storageTest(open);
  const localTest = storageTest(open, isRemote);

  describe("compaction", () => {
    test("reads below the revision fail with CompactedError, reads at and above it are unchanged", async (storage) => {
      const [one, two] = [await create(storage, "a", "1"), await create(storage, "b", "1")];
      const three = await update(storage, "a", "2");
      const four = await remove(storage, "b");
      const five = await update(storage, "a", "3");
      await storage.compact(three);
      for (const revision of [one, two]) {
        const reads = [() => storage.get(`${prefix}a`, { revision }), () => storage.list(prefix, { revision })];
        for (const read of reads) {
          const error: unknown = await read().catch((reason: unknown) => reason);
          expect(error).toBeInstanceOf(CompactedError);
          if (error instanceof CompactedError)
            expect([error.revision, error.compactRevision]).toEqual([revision, three]);
        }
      }
      const at = async (revision: number): Promise<string[]> =>
        (await storage.list(prefix, { revision })).items.map(show);
      expect(await at(three)).toEqual([`a=2@${three}`, `b=1@${two}`]);
      expect(await at(four)).toEqual([`a=2@${three}`]);
      expect(await at(five)).toEqual([`a=3@${five}`]);
      expect((await storage.list(prefix)).items.map(show)).toEqual([`a=3@${five}`]);
    });

    test("repeated compactions keep the newest values of keys that were deleted and created again", async (storage) => {
      for (let round = 0; round < 20; round++) {
        const name = `n${round % 3}`;
        const revision = await create(storage, name, String(round));
        await update(storage, name, `${round}+`);
        if (round % 2 === 0) await storage.compact(revision);
        const deleted = await remove(storage, name);
        if (round % 5 === 0) await storage.compact(deleted);
        expect((await storage.list(prefix)).items).toEqual([]);
        expect(await storage.currentRevision()).toBe(deleted);
      }
      expect(await create(storage, "n0", "last")).toBe(62);
      await storage.compact(62);
      expect((await storage.list(prefix)).items.map(show)).toEqual(["n0=last@62"]);
    });

    test("a lower revision has no effect, a future revision is an error", async (storage) => {
      const revision = await create(storage, "a");
      await update(storage, "a", "2");
      await storage.compact(revision + 1);
      await storage.compact(revision);
      await expect(storage.get(`${prefix}a`, { revision })).rejects.toThrow(CompactedError);
      await expect(storage.compact(revision + 2)).rejects.toThrow(FutureRevisionError);
    });

    test("a page of a list at a compacted revision fails with CompactedError", async (storage) => {
      for (const name of ["a", "b", "c"]) await create(storage, name);
      const { revision } = await storage.list(prefix, { limit: 1 });
      await update(storage, "b", "2");
      await storage.compact(await storage.currentRevision());
      await expect(storage.list(prefix, { limit: 1, startKey: `${prefix}a\0`, revision })).rejects.toThrow(
        CompactedError,
      );
    });

    test("compaction removes the history of thousands of writes", async (storage) => {
      await Promise.all(Array.from({ length: 1200 }, (_, index) => create(storage, `n${index}`)));
      await Promise.all(
        Array.from({ length: 1200 }, (_, index) =>
          index % 2 === 0 ? update(storage, `n${index}`, "2") : remove(storage, `n${index}`),
        ),
      );
      await storage.compact(2401);
      const { items } = await storage.list(prefix);
      expect([items.length, new Set(items.map((item) => Buffer.from(item.value).toString())).size]).toEqual([600, 1]);
      await expect(storage.list(prefix, { revision: 2400 })).rejects.toThrow(CompactedError);
    });
  });

  describe("watches and compaction", () => {
    test("a watch from the compacted revision sends all later events with their previous values", async (storage) => {
      await create(storage, "a", "1");
      const two = await update(storage, "a", "2");
      await update(storage, "a", "3");
      await remove(storage, "a");
      await storage.compact(two);
      const events = await collect(storage.watch(prefix, { after: two }), 2);
      expect(events.map(showEvent)).toEqual(["a@4: 2@3 -> 3@4", "a@5: 3@4 -> -"]);
    });

    test("a watch from below the compacted revision ends with CompactedError", async (storage) => {
      const one = await create(storage, "a", "1");
      const two = await update(storage, "a", "2");
      await storage.compact(two);
      const ends: Error[] = [];
      const error = await endOf(storage.watch(prefix, { after: one - 1, onEnd: (reason) => ends.push(reason) }));
      expect(error).toBeInstanceOf(CompactedError);
      expect(ends).toEqual([error]);
      if (error instanceof CompactedError) expect([error.revision, error.compactRevision]).toEqual([1, two]);
    });

    test("compaction does not end a watch that has read its events or has none", async (storage) => {
      const watch = storage.watch(prefix);
      const quiet = storage.watch(`${prefix}quiet/`);
      await create(storage, "a", "1");
      const two = await update(storage, "a", "2");
      await collect(watch, 2);
      await storage.compact(two);
      await create(storage, "quiet/b");
      expect((await collect(watch, 1)).map(showEvent)).toEqual(["quiet/b@4: - -> quiet/b@4"]);
      expect((await collect(quiet, 1)).map((event) => event.revision)).toEqual([4]);
    });

    localTest("compaction ends a watch that has not read its events, and no others", async (storage) => {
      const ends: Error[] = [];
      const slow = storage.watch(prefix, { after: 1, onEnd: (reason) => ends.push(reason) });
      const quick = storage.watch(prefix, { after: 1 });
      await create(storage, "a");
      await collect(slow, 1);
      await storage.create("/registry/toppings/x", bytes("x"));
      await create(storage, "b");
      const last = await create(storage, "c");
      await collect(quick, 3);
      await storage.compact(last);
      const error = await endOf(slow);
      expect(error).toBeInstanceOf(SlowWatcherError);
      expect(ends).toEqual([error]);
      await create(storage, "d");
      expect((await collect(quick, 1)).map((event) => event.key)).toEqual([`${prefix}d`]);
    });
  });
}
