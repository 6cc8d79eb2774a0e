import { afterAll, expect, test } from "vitest";
import { CorruptError, openEmbeddedStorage, type Storage } from "../../../apiserver/storage/index.js";
import { Database, type KeyState } from "../../../apiserver/storage/embedded/database.js";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { create, prefix, remove, update } from "./conformance/helpers.js";
import { temporaryDirectories } from "./directories.js";

const directories = temporaryDirectories();
afterAll(() => {
  directories.remove();
});

/**
 * Writes to a store, changes every copy of `text` in the store's file, and opens the store again.
 */
async function damaged(text: string, write: (storage: Storage) => Promise<unknown>): Promise<Storage> {
  const directory = directories.make();
  const storage = await openEmbeddedStorage({ directory });
  await write(storage);
  await storage.close();
  const file = join(directory, "data.mdb");
  const bytes = readFileSync(file);
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) bytes[at] = "?".charCodeAt(0);
  writeFileSync(file, bytes);
  return openEmbeddedStorage({ directory });
}

test("a watch reports a damaged newest record as a change with an unreadable value", async () => {
  const storage = await damaged("broken", async (store) => {
    await create(store, "a", "one");
    await create(store, "b", "broken");
    await create(store, "c", "three");
  });
  const watch = storage.watch(prefix, { after: 1 });
  const events = watch.take();
  expect(events.map(({ key, current }) => [key.slice(prefix.length), current?.unreadable === undefined])).toEqual([
    ["a", true],
    ["b", false],
    ["c", true],
  ]);
  await storage.close();
});

test("a watch ends at a damaged record of an earlier write, because its key is unknown", async () => {
  const storage = await damaged("broken", async (store) => {
    await create(store, "a", "one");
    await create(store, "b", "broken");
    await update(store, "b", "whole");
  });
  const watch = storage.watch("/another/", { after: 2 });
  expect(() => {
    for (;;) watch.take();
  }).toThrow(CorruptError);
  // The newest value is intact. A watch that starts at its revision works.
  expect((await storage.get(`${prefix}b`)).item?.unreadable).toBeUndefined();
  expect(
    storage
      .watch(prefix, { after: 3 })
      .take()
      .map(({ previous }) => previous?.unreadable),
  ).toEqual(["the record of revision 3 is damaged: its checksum is wrong"]);
  await storage.close();
});

test("a list at an old revision contains an object whose history is damaged", async () => {
  const storage = await damaged("broken", async (store) => {
    await create(store, "a", "one");
    await update(store, "a", "broken");
    await create(store, "b", "two");
  });
  const { items } = await storage.list(prefix, { revision: 2 });
  expect(items.map(({ key, revision, unreadable }) => [key, revision, unreadable])).toEqual([
    [`${prefix}a`, 2, "the record of revision 3 is damaged: its checksum is wrong"],
  ]);
  await storage.close();
});

test("compaction ignores damaged records, and removes those that later writes replaced or deleted", async () => {
  const storage = await damaged("broken", async (store) => {
    await create(store, "a", "broken");
    await update(store, "a", "whole");
    await create(store, "b", "broken");
    await create(store, "c", "three");
  });
  const { item } = await storage.get(`${prefix}b`);
  await storage.delete(`${prefix}b`, item?.revision);
  await remove(storage, "c");
  await storage.compact(await storage.currentRevision());
  expect((await storage.list(prefix)).items.map(({ key, value }) => [key, Buffer.from(value).toString()])).toEqual([
    [`${prefix}a`, "whole"],
  ]);
  expect(await create(storage, "b", "again")).toBe(8);
  await storage.close();
});

/** Opens a store with the keys `a` and `b`, in which the index entry of `a` has the given value. */
async function withEntry(entry: KeyState): Promise<Storage> {
  const directory = directories.make();
  const storage = await openEmbeddedStorage({ directory });
  await create(storage, "a", "one");
  await create(storage, "b", "two");
  await storage.close();
  const database = new Database(directory);
  database.transactionSync(() => {
    database.putKey(`${prefix}a`, entry);
  });
  await database.close();
  return openEmbeddedStorage({ directory });
}

test.each([
  { revision: 4, deleted: false },
  { revision: 1_000_000, deleted: false },
  { revision: 1_000_000, deleted: true },
  { revision: 2 ** 53 - 1, deleted: false },
])("an index entry above the newest revision is a damaged object, which can be deleted: %j", async (entry) => {
  const storage = await withEntry(entry);
  const { item, revision } = await storage.get(`${prefix}a`);
  expect([item?.revision, item?.unreadable, revision]).toEqual([0, "its index entry is damaged", 3]);
  for (const options of [{}, { revision: 2 }, { revision: 3 }]) {
    const { items } = await storage.list(prefix, options);
    expect(items[0]).toMatchObject({ key: `${prefix}a`, unreadable: "its index entry is damaged" });
  }
  await expect(create(storage, "a", "again")).rejects.toThrow("exists already");
  expect((await storage.delete(`${prefix}a`, item?.revision)).revision).toBe(4);
  expect(await create(storage, "a", "again")).toBe(5);
  expect((await storage.list(prefix)).items.map(({ key }) => key.slice(prefix.length))).toEqual(["a", "b"]);
  await storage.close();
});
