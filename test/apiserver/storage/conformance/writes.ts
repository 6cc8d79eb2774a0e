import { describe, expect } from "vitest";
import {
  ConflictError,
  InvalidKeyError,
  KeyExistsError,
  NotFoundError,
  StorageClosedError,
} from "../../../../apiserver/storage/index.js";
import type { OpenStorage } from "../conformance.js";
import { bytes, create, prefix, remove, show, storageTest, text, update } from "./helpers.js";

export function writeCases(open: OpenStorage): void {
  const test = storageTest(open);

  describe("create", () => {
    test("a create returns the next revision and the value", async (storage) => {
      const before = await storage.currentRevision();
      const item = await storage.create(`${prefix}a`, bytes("one"));
      expect(show(item)).toBe(`a=one@${before + 1}`);
      expect(await storage.currentRevision()).toBe(before + 1);
      expect(show((await storage.get(`${prefix}a`)).item)).toBe(show(item));
    });

    test("a create of an existing key is KeyExistsError and changes nothing", async (storage) => {
      const revision = await create(storage, "a", "one");
      await expect(storage.create(`${prefix}a`, bytes("two"))).rejects.toThrow(KeyExistsError);
      expect(await storage.currentRevision()).toBe(revision);
      expect(show((await storage.get(`${prefix}a`)).item)).toBe(`a=one@${revision}`);
    });

    test("a key can be created again after its deletion", async (storage) => {
      await create(storage, "a", "one");
      const deleted = await remove(storage, "a");
      expect(await create(storage, "a", "two")).toBe(deleted + 1);
    });

    test("values are stored unchanged, including empty ones and many equal ones", async (storage) => {
      const values = [Buffer.alloc(0), Buffer.from([0, 255, 10]), Buffer.alloc(1_500_000, "x")];
      for (const [index, value] of values.entries()) {
        await storage.create(`${prefix}${index}`, value);
        const { item } = await storage.get(`${prefix}${index}`);
        expect(item !== undefined && value.equals(item.value)).toBe(true);
      }
    });

    test("a create refuses keys that cannot be stored", async (storage) => {
      for (const key of ["", `${prefix}${"x".repeat(2000)}`, `${prefix}a\0b`, `${prefix}\ud800`]) {
        await expect(storage.create(key, bytes("x")), JSON.stringify(key.slice(0, 30))).rejects.toThrow(
          InvalidKeyError,
        );
        expect((await storage.get(key)).item).toBeUndefined();
      }
      expect(await storage.currentRevision()).toBe(1);
    });
  });

  describe("update", () => {
    test("an update at the current revision succeeds", async (storage) => {
      const first = await create(storage, "a", "one");
      const item = await storage.update(`${prefix}a`, bytes("two"), first);
      expect(show(item)).toBe(`a=two@${first + 1}`);
      expect(show((await storage.get(`${prefix}a`)).item)).toBe(show(item));
    });

    test("an update at another revision is a conflict with the current value", async (storage) => {
      const first = await create(storage, "a", "one");
      const second = await update(storage, "a", "two");
      for (const wrong of [first, second + 1, 0]) {
        const error: unknown = await storage
          .update(`${prefix}a`, bytes("three"), wrong)
          .catch((reason: unknown) => reason);
        expect(error).toBeInstanceOf(ConflictError);
        if (error instanceof ConflictError)
          expect([error.key, error.expected, show(error.current)]).toEqual([`${prefix}a`, wrong, `a=two@${second}`]);
      }
      expect(await storage.currentRevision()).toBe(second);
    });

    test("an update of a missing or deleted key is NotFoundError", async (storage) => {
      await expect(storage.update(`${prefix}a`, bytes("x"), 1)).rejects.toThrow(NotFoundError);
      const revision = await create(storage, "a");
      await remove(storage, "a");
      await expect(storage.update(`${prefix}a`, bytes("x"), revision)).rejects.toThrow(NotFoundError);
    });

    test("an update at the revision of a deleted key is a conflict if the key was created again", async (storage) => {
      const revision = await create(storage, "a");
      await remove(storage, "a");
      await create(storage, "a");
      await expect(storage.update(`${prefix}a`, bytes("x"), revision)).rejects.toThrow(ConflictError);
    });
  });

  describe("delete", () => {
    test("a delete removes the key and uses a new revision", async (storage) => {
      const first = await create(storage, "a", "one");
      expect(await storage.delete(`${prefix}a`)).toEqual({ revision: first + 1 });
      expect((await storage.get(`${prefix}a`)).item).toBeUndefined();
      expect((await storage.list(prefix)).items).toEqual([]);
    });

    test("a delete checks the given revision", async (storage) => {
      const first = await create(storage, "a", "one");
      const second = await update(storage, "a", "two");
      await expect(storage.delete(`${prefix}a`, first)).rejects.toThrow(ConflictError);
      expect(show((await storage.get(`${prefix}a`)).item)).toBe(`a=two@${second}`);
      expect((await storage.delete(`${prefix}a`, second)).revision).toBe(second + 1);
    });

    test("a delete of a missing or deleted key is NotFoundError", async (storage) => {
      await expect(storage.delete(`${prefix}a`)).rejects.toThrow(NotFoundError);
      await create(storage, "a");
      await remove(storage, "a");
      await expect(storage.delete(`${prefix}a`)).rejects.toThrow(NotFoundError);
    });
  });

  test("all keys share one count of revisions", async (storage) => {
    const first = await create(storage, "a");
    const other = await storage.create("/registry/toppings/mozzarella", bytes("x"));
    expect([other.revision, await update(storage, "a", "b"), await remove(storage, "a")]).toEqual([
      first + 1,
      first + 2,
      first + 3,
    ]);
  });

  test("after close, every method rejects with StorageClosedError", async (storage) => {
    await create(storage, "a");
    await storage.close();
    await storage.close();
    const calls: (() => Promise<unknown>)[] = [
      () => storage.create(`${prefix}b`, bytes("x")),
      () => storage.get(`${prefix}a`),
      () => storage.list(prefix),
      () => storage.update(`${prefix}a`, bytes("x"), 1),
      () => storage.delete(`${prefix}a`),
      () => storage.currentRevision(),
      () => storage.compact(2),
    ];
    for (const call of calls) await expect(call(), call.toString()).rejects.toThrow(StorageClosedError);
    expect(() => storage.watch(prefix).take()).toThrow(StorageClosedError);
  });

  test("close waits for accepted writes", async (storage) => {
    const writes = Array.from({ length: 20 }, (_, index) => storage.create(`${prefix}${index}`, bytes("x")));
    await storage.close();
    expect((await Promise.all(writes)).map((item) => text(item.value))).toEqual(Array<string>(20).fill("x"));
  });
}
