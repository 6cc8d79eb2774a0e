import { describe, expect } from "vitest";
import { ConflictError, KeyExistsError, type Storage } from "../../../../apiserver/storage/index.js";
import type { OpenStorage, StorageTraits } from "../conformance.js";
import { bytes, collect, create, prefix, show, storageTest, text } from "./helpers.js";

export function concurrencyCases(open: OpenStorage, { isRemote = false }: StorageTraits): void {
  const test = storageTest(open);
  const localTest = storageTest(open, isRemote);

  describe("concurrent writers", () => {
    test("one of several concurrent creates of a key succeeds", async (storage) => {
      const results = await Promise.allSettled(
        Array.from({ length: 50 }, (_, index) => storage.create(`${prefix}a`, bytes(String(index)))),
      );
      expect(results.filter((result) => result.status === "fulfilled").length).toBe(1);
      expect(results.every((result) => result.status === "fulfilled" || result.reason instanceof KeyExistsError)).toBe(
        true,
      );
      expect(await storage.currentRevision()).toBe(2);
    });

    test("one of several concurrent updates at a revision succeeds", async (storage) => {
      const revision = await create(storage, "a");
      const results = await Promise.allSettled(
        Array.from({ length: 50 }, () => storage.update(`${prefix}a`, bytes("x"), revision)),
      );
      expect(results.filter((result) => result.status === "fulfilled").length).toBe(1);
      expect(results.every((result) => result.status === "fulfilled" || result.reason instanceof ConflictError)).toBe(
        true,
      );
    });

    test("concurrent writers that increment counters and retry lose no update", async (storage) => {
      await create(storage, "counter", "0");
      await Promise.all(Array.from({ length: 16 }, () => countUp(storage, 10)));
      const { item } = await storage.get(`${prefix}counter`);
      expect([item && text(item.value), item?.revision]).toEqual(["160", 162]);
    });

    localTest("create, update and delete run in their order without waiting for each other", async (storage) => {
      const results = await Promise.all([
        storage.create(`${prefix}a`, bytes("1")),
        storage.update(`${prefix}a`, bytes("2"), 2),
        storage.delete(`${prefix}a`, 3),
        storage.create(`${prefix}a`, bytes("3")),
      ]);
      expect(results.map((result) => result.revision)).toEqual([2, 3, 4, 5]);
    });

    test("each revision belongs to one write, and all watches send the same events", async (storage) => {
      const watches = Array.from({ length: 5 }, () => storage.watch(prefix));
      const writes = await Promise.all(Array.from({ length: 200 }, (_, index) => create(storage, `n${index}`)));
      expect([...writes].sort((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, index) => index + 2));
      const streams = await Promise.all(watches.map((watch) => collect(watch, 200)));
      const keys = new Map(writes.map((revision, index) => [revision, `${prefix}n${index}`]));
      for (const stream of streams)
        expect(stream.map((event) => [event.revision, event.key])).toEqual([...keys].sort(([a], [b]) => a - b));
    });

    test("a list at an exact revision has its state while other clients write", async (storage) => {
      await create(storage, "counter", "0");
      const writer = countUp(storage, 100);
      for (let reads = 0; reads < 20; reads++) {
        const newest = await storage.list(prefix);
        const { items, revision } = await storage.list(prefix, { revision: newest.revision });
        expect([items.map(show), revision]).toEqual([newest.items.map(show), newest.revision]);
      }
      await writer;
    });

    test("a list during writes has the state of one revision", async (storage) => {
      const writers = Promise.all(Array.from({ length: 100 }, (_, index) => create(storage, `n${index}`)));
      for (let reads = 0; reads < 10; reads++) {
        const { items, revision } = await storage.list(prefix);
        expect(items.map((item) => item.revision).sort((a, b) => a - b)).toEqual(
          Array.from({ length: revision - 1 }, (_, index) => index + 2),
        );
      }
      await writers;
    });
  });
}

async function countUp(storage: Storage, times: number): Promise<void> {
  for (let done = 0; done < times;) {
    const { item } = await storage.get(`${prefix}counter`);
    if (item === undefined) throw new Error("the counter is gone");
    try {
      await storage.update(item.key, bytes(String(Number(text(item.value)) + 1)), item.revision);
      done++;
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
    }
  }
}
