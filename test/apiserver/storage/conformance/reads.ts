import { describe, expect } from "vitest";
import { FutureRevisionError, type StoredListOptions, type Storage } from "../../../../apiserver/storage/index.js";
import type { OpenStorage } from "../conformance.js";
import { bytes, create, prefix, remove, show, storageTest, update } from "./helpers.js";

export function readCases(open: OpenStorage): void {
  const test = storageTest(open);

  describe("get", () => {
    test("a get of a missing key returns the current revision", async (storage) => {
      expect(await storage.get(`${prefix}a`)).toEqual({ revision: 1 });
      const revision = await create(storage, "b");
      expect(await storage.get(`${prefix}a`)).toEqual({ revision });
    });

    test("a get ignores keys that begin with its key", async (storage) => {
      await create(storage, "ab");
      expect((await storage.get(`${prefix}a`)).item).toBeUndefined();
    });

    test("a get at a revision returns the value at that revision", async (storage) => {
      await create(storage, "other");
      const [one, two, gone, three] = [
        await create(storage, "a", "1"),
        await update(storage, "a", "2"),
        await remove(storage, "a"),
        await create(storage, "a", "3"),
      ];
      const at = async (revision: number): Promise<string> =>
        show((await storage.get(`${prefix}a`, { revision })).item);
      expect([await at(one - 1), await at(one), await at(two), await at(gone), await at(three)]).toEqual([
        "-",
        `a=1@${one}`,
        `a=2@${two}`,
        "-",
        `a=3@${three}`,
      ]);
    });

    test("a get with notOlderThan returns the value at that revision or a newer one", async (storage) => {
      const one = await create(storage, "a", "1");
      const two = await update(storage, "a", "2");
      for (const notOlderThan of [one, two]) {
        const { item, revision } = await storage.get(`${prefix}a`, { notOlderThan });
        expect(revision).toBeGreaterThanOrEqual(notOlderThan);
        expect(item?.revision).toBeGreaterThanOrEqual(notOlderThan);
      }
      expect((await storage.get(`${prefix}a`, { notOlderThan: 0 })).item?.key).toBe(`${prefix}a`);
    });

    test("a get at a future revision is an error with the current revision", async (storage) => {
      const revision = await create(storage, "a");
      for (const options of [{ revision: revision + 5 }, { notOlderThan: revision + 5 }]) {
        for (const read of [() => storage.get(`${prefix}a`, options), () => storage.list(prefix, options)]) {
          const error: unknown = await read().catch((reason: unknown) => reason);
          expect(error).toBeInstanceOf(FutureRevisionError);
          if (error instanceof FutureRevisionError)
            expect([error.revision, error.currentRevision]).toEqual([revision + 5, revision]);
        }
      }
    });
  });

  describe("list", () => {
    test("a list of an empty prefix returns the current revision", async (storage) => {
      expect(await storage.list(prefix)).toMatchObject({ items: [], revision: 1, remaining: 0 });
    });

    test("a list returns only keys with the prefix, in order", async (storage) => {
      for (const name of ["b/2", "a/1", "b/1", "c", "b-c/1"]) await create(storage, name);
      await storage.create("/registry/pizzasauces/a", bytes("x"));
      await storage.create("/registry/a", bytes("x"));
      expect(await names(storage)).toEqual(["a/1", "b-c/1", "b/1", "b/2", "c"]);
      expect(await names(storage, {}, `${prefix}b/`)).toEqual(["b/1", "b/2"]);
      expect(await names(storage, {}, `${prefix}z`)).toEqual([]);
      expect((await storage.list("/registry/")).items.length).toBe(7);
      expect((await storage.list("")).items.length).toBe(7);
    });

    test("a list has the revision of the store, not of an item", async (storage) => {
      await create(storage, "a");
      const other = await storage.create("/registry/toppings/x", bytes("x"));
      expect((await storage.list(prefix)).revision).toBe(other.revision);
    });

    test("a list at a revision returns the values at that revision", async (storage) => {
      const one = await create(storage, "a", "1");
      const two = await create(storage, "b", "1");
      const three = await update(storage, "a", "2");
      const four = await remove(storage, "b");
      const at = async (revision: number): Promise<unknown> => {
        const list = await storage.list(prefix, { revision });
        return [list.revision, ...list.items.map(show)];
      };
      expect(await at(one)).toEqual([one, `a=1@${one}`]);
      expect(await at(two)).toEqual([two, `a=1@${one}`, `b=1@${two}`]);
      expect(await at(three)).toEqual([three, `a=2@${three}`, `b=1@${two}`]);
      expect(await at(four)).toEqual([four, `a=2@${three}`]);
    });

    test("a list with notOlderThan has that revision or a newer one", async (storage) => {
      await create(storage, "a");
      const two = await create(storage, "b");
      const list = await storage.list(prefix, { notOlderThan: two });
      expect(list.revision).toBeGreaterThanOrEqual(two);
      expect(list.items.length).toBe(2);
    });
  });

  describe("paging", () => {
    test("pages report the number of remaining items", async (storage) => {
      for (const name of ["a", "b", "c", "d", "e"]) await create(storage, name);
      const seen: unknown[] = [];
      let startKey = prefix;
      for (;;) {
        const page = await storage.list(prefix, { limit: 2, startKey });
        seen.push([...page.items.map((item) => item.key.slice(prefix.length)), page.remaining]);
        if (page.remaining === 0) break;
        startKey = `${page.items.at(-1)?.key ?? ""}\0`;
      }
      expect(seen).toEqual([
        ["a", "b", 3],
        ["c", "d", 1],
        ["e", 0],
      ]);
    });

    test("all pages have the state of the first page's revision, despite later writes", async (storage) => {
      for (const name of ["a", "b", "c", "d"]) await create(storage, name);
      const first = await storage.list(prefix, { limit: 2 });
      await create(storage, "aa");
      await update(storage, "c", "changed");
      await remove(storage, "d");
      await create(storage, "e");
      const second = await storage.list(prefix, { limit: 2, startKey: `${prefix}b\0`, revision: first.revision });
      expect([second.revision, second.remaining, ...second.items.map(show)]).toEqual([
        first.revision,
        0,
        "c=c@4",
        "d=d@5",
      ]);
      const newest = await storage.list(prefix, { limit: 1, startKey: `${prefix}b\0` });
      expect([newest.remaining, ...newest.items.map(show)]).toEqual([1, "c=changed@7"]);
    });

    test("a page whose limit equals the number of remaining items is the last one", async (storage) => {
      for (const name of ["a", "b"]) await create(storage, name);
      expect((await storage.list(prefix, { limit: 2 })).remaining).toBe(0);
      expect((await storage.list(prefix, { limit: 5 })).remaining).toBe(0);
    });

    test("a start key is inclusive, can be absent, and does not extend the prefix", async (storage) => {
      for (const name of ["a", "b", "b-1", "c"]) await create(storage, name);
      await storage.create("/registry/toppings/x", bytes("x"));
      expect(await names(storage, { startKey: `${prefix}b` })).toEqual(["b", "b-1", "c"]);
      expect(await names(storage, { startKey: `${prefix}b\0` })).toEqual(["b-1", "c"]);
      expect(await names(storage, { startKey: `${prefix}bb` })).toEqual(["c"]);
      expect(await names(storage, { startKey: "/a" })).toEqual(["a", "b", "b-1", "c"]);
      expect(await names(storage, { startKey: "/registry/z" })).toEqual([]);
    });

    test("a list contains hundreds of keys that were written and deleted in any order", async (storage) => {
      const all = Array.from({ length: 900 }, (_, index) => `n${String((index * 7919) % 900).padStart(4, "0")}`);
      await Promise.all(all.map((name) => create(storage, name)));
      await Promise.all(all.filter((_, index) => index % 3 === 0).map((name) => remove(storage, name)));
      const left = all.filter((_, index) => index % 3 !== 0).sort();
      expect(await names(storage)).toEqual(left);
      const page = await storage.list(prefix, { limit: 100, startKey: `${prefix}${left[250] ?? ""}` });
      expect([page.items[0]?.key, page.items.length, page.remaining]).toEqual([
        `${prefix}${left[250] ?? ""}`,
        100,
        left.length - 350,
      ]);
    });
  });
}

async function names(storage: Storage, options: StoredListOptions = {}, under = prefix): Promise<string[]> {
  return (await storage.list(under, options)).items.map((item) => item.key.slice(prefix.length));
}
