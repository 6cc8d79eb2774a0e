import { afterAll, expect, test } from "vitest";
import { CompactedError, openEmbeddedStorage, openWatchCache, type Storage } from "../../../apiserver/storage/index.js";
import { collect, create, endOf, prefix, remove, show, showEvent, update } from "./conformance/helpers.js";
import { temporaryDirectories } from "./directories.js";

const directories = temporaryDirectories();
afterAll(() => {
  directories.remove();
});

async function restarted(storage: Storage, directory: string): Promise<Storage> {
  await storage.close();
  return openEmbeddedStorage({ directory });
}

test("objects, history and revisions survive a restart", async () => {
  const directory = directories.make();
  let storage = await openEmbeddedStorage({ directory });
  await create(storage, "a", "1");
  await update(storage, "a", "2");
  await create(storage, "b", "1");
  await remove(storage, "b");
  storage = await restarted(storage, directory);
  expect(await storage.currentRevision()).toBe(5);
  expect((await storage.list(prefix)).items.map(show)).toEqual(["a=2@3"]);
  expect((await storage.list(prefix, { revision: 4 })).items.map(show)).toEqual(["a=2@3", "b=1@4"]);
  expect(await create(storage, "b", "2")).toBe(6);
  await storage.close();
});

test("a watch resumes after a restart", async () => {
  const directory = directories.make();
  let storage = await openEmbeddedStorage({ directory });
  const watch = storage.watch(prefix);
  await create(storage, "a", "1");
  expect((await collect(watch, 1)).map(showEvent)).toEqual(["a@2: - -> 1@2"]);
  const after = watch.revision;
  await update(storage, "a", "2");
  await remove(storage, "a");
  storage = await restarted(storage, directory);
  const cache = await openWatchCache({ storage, prefix });
  for (const resumed of [storage.watch(prefix, { after }), cache.watch(prefix, { after })]) {
    expect((await collect(resumed, 2)).map(showEvent)).toEqual(["a@3: 1@2 -> 2@3", "a@4: 2@3 -> -"]);
  }
  const resumed = cache.watch(prefix, { after });
  await create(cache, "a", "3");
  expect((await collect(resumed, 3)).map((event) => event.revision)).toEqual([3, 4, 5]);
  await cache.close();
  await storage.close();
});

test("compacted history stays compacted, and revisions continue in an empty store", async () => {
  const directory = directories.make();
  let storage = await openEmbeddedStorage({ directory });
  await create(storage, "a", "1");
  await remove(storage, "a");
  await storage.compact(3);
  storage = await restarted(storage, directory);
  expect(await storage.currentRevision()).toBe(3);
  await expect(storage.list(prefix, { revision: 2 })).rejects.toThrow(CompactedError);
  expect(await endOf(storage.watch(prefix, { after: 2 }))).toBeInstanceOf(CompactedError);
  expect(await create(storage, "a", "2")).toBe(4);
  await storage.close();
});

test("the next compaction completes an interrupted one", async () => {
  const directory = directories.make();
  let storage = await openEmbeddedStorage({ directory });
  await Promise.all(Array.from({ length: 2000 }, (_, index) => create(storage, `n${index}`)));
  await Promise.all(Array.from({ length: 2000 }, (_, index) => remove(storage, `n${index}`)));
  const compaction = storage.compact(4001);
  storage = await restarted(storage, directory);
  await compaction;
  expect((await storage.list(prefix)).items).toEqual([]);
  expect(await create(storage, "n0", "again")).toBe(4002);
  await storage.compact(4002);
  expect((await storage.list(prefix)).items.map(show)).toEqual(["n0=again@4002"]);
  await storage.close();
});
