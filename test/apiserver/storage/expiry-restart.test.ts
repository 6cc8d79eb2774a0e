import { open } from "lmdb";
import { afterAll, expect, test, vi } from "vitest";
import { openEmbeddedStorage, type Storage } from "../../../apiserver/storage/index.js";
import { Database } from "../../../apiserver/storage/embedded/database.js";
import { verify } from "../../../apiserver/storage/embedded/verify.js";
import { bytes, collect, create, prefix, remove, show, update } from "./conformance/helpers.js";
import { temporaryDirectories } from "./directories.js";
import { openLater, waitForKeys } from "./open-later.js";

const directories = temporaryDirectories();
afterAll(() => {
  directories.remove();
});

const short = { ttl: 1 };
const long = { ttl: 3600 };

async function namesIn(storage: Storage): Promise<string[]> {
  return (await storage.list(prefix)).items.map(({ key }) => key.slice(prefix.length));
}

function waitForNames(storage: Storage, names: readonly string[]): Promise<void> {
  return waitForKeys(
    storage,
    names.map((name) => prefix + name),
  );
}

test("keys that expired while the storage was closed are deleted after it is opened, the others stay", async () => {
  const directory = directories.make();
  let storage = await openEmbeddedStorage({ directory });
  await storage.create(`${prefix}expired`, bytes("1"), { ttl: 60 });
  await storage.create(`${prefix}later`, bytes("1"), long);
  const { revision } = await storage.create(`${prefix}removed`, bytes("1"), { ttl: 60 });
  await storage.update(`${prefix}removed`, bytes("2"), revision);
  await create(storage, "stays");
  await storage.close();
  storage = await openEmbeddedStorage({ directory });
  expect(await namesIn(storage)).toEqual(["expired", "later", "removed", "stays"]);
  await storage.close();
  storage = await openLater(directory, 61);
  const watch = storage.watch(prefix, { after: 6 });
  const [event] = await collect(watch, 1);
  expect([event?.key, event?.revision, show(event?.previous)]).toEqual([`${prefix}expired`, 7, "expired=1@2"]);
  watch.close();
  expect(await namesIn(storage)).toEqual(["later", "removed", "stays"]);
  await storage.close();
  storage = await openLater(directory, 3601);
  await waitForNames(storage, ["removed", "stays"]);
  await storage.compact(await storage.currentRevision());
  expect(await create(storage, "expired", "again")).toBe(9);
  await storage.close();
});

test("thousands of expired keys are deleted in parts, between which writes succeed", async () => {
  const directory = directories.make();
  let storage = await openEmbeddedStorage({ directory });
  const names = Array.from({ length: 3000 }, (_, index) => `n${index}`);
  await Promise.all(names.map((name) => storage.create(prefix + name, bytes(name), long)));
  await storage.close();
  storage = await openLater(directory, 3601);
  const watch = storage.watch(prefix);
  await collect(watch, 1);
  expect((await namesIn(storage)).length).toBeGreaterThan(0);
  await create(storage, "stays");
  expect((await namesIn(storage)).length).toBeGreaterThan(1);
  await waitForNames(storage, ["stays"]);
  watch.close();
  expect(await storage.currentRevision()).toBe(6002);
  await storage.close();
});

test("a clock that jumps while the storage is open has no effect", async () => {
  const directory = directories.make();
  const storage = await openEmbeddedStorage({ directory });
  const now = Date.now();
  const clock = vi.spyOn(Date, "now").mockReturnValue(now + 7_200_000);
  const watch = storage.watch(prefix);
  await storage.create(`${prefix}later`, bytes("1"), long);
  clock.mockReturnValue(now - 7_200_000);
  await storage.create(`${prefix}soon`, bytes("1"), short);
  const events = await collect(watch, 3);
  expect(events.map(({ key, current }) => [key.slice(prefix.length), current !== undefined])).toEqual([
    ["later", true],
    ["soon", true],
    ["soon", false],
  ]);
  clock.mockRestore();
  expect(await namesIn(storage)).toEqual(["later"]);
  watch.close();
  await storage.close();
});

/** Runs a change of a closed directory. */
async function changed(directory: string, change: (database: Database) => void): Promise<void> {
  const database = new Database(directory);
  database.transactionSync(() => {
    change(database);
  });
  await database.close();
}

test("every key has at most one entry, which its update and its deletion remove", async () => {
  const directory = directories.make();
  const storage = await openEmbeddedStorage({ directory });
  await storage.create(`${prefix}a`, bytes("1"), long);
  for (let count = 0; count < 10; count++) {
    const { item } = await storage.get(`${prefix}a`);
    await storage.update(`${prefix}a`, bytes("1"), item?.revision ?? 0, long);
  }
  for (const name of ["b", "c"]) await storage.create(prefix + name, bytes("1"), long);
  await update(storage, "b", "2");
  await remove(storage, "c");
  await storage.close();
  await changed(directory, ({ expiries }) => {
    expect(expiries.takeDue(Infinity, 100)).toEqual({ expiries: [{ key: `${prefix}a`, revision: 12 }], count: 1 });
    expect(expiries.next()).toBeUndefined();
  });
});

test("an entry of an older write has no effect: an older program does not remove it", async () => {
  const directory = directories.make();
  let storage = await openEmbeddedStorage({ directory });
  for (const name of ["updated", "same"]) await create(storage, name);
  await storage.close();
  await changed(directory, ({ expiries }) => {
    expiries.set(`${prefix}updated`, 1, Date.now());
    expiries.set(`${prefix}same`, 3, Date.now());
    expiries.set(`${prefix}unknown`, 2, Date.now());
  });
  storage = await openEmbeddedStorage({ directory });
  await waitForNames(storage, ["updated"]);
  await storage.close();
});

test("a damaged entry deletes no key", async () => {
  const directory = directories.make();
  let storage = await openEmbeddedStorage({ directory });
  for (const name of ["damaged", "intact"]) await storage.create(prefix + name, bytes("1"), long);
  await storage.close();
  const root = open<Buffer, string>({ path: directory, pageSize: 16_384, maxDbs: 8, encoding: "binary" });
  const table = root.openDB<Buffer, [number, number]>("expiry-times", { encoding: "binary" });
  for (const { key, value } of [...table.getRange({})]) {
    if (!value.toString().endsWith("damaged")) continue;
    table.removeSync(key);
    table.putSync([1, key[1]], value);
    table.putSync([2, key[1]], Buffer.from("x"));
  }
  await root.close();
  storage = await openEmbeddedStorage({ directory });
  const watch = storage.watch(prefix);
  await storage.create(`${prefix}marker`, bytes("1"), short);
  expect((await collect(watch, 2)).map(({ key }) => key)).toEqual([`${prefix}marker`, `${prefix}marker`]);
  expect(await namesIn(storage)).toEqual(["damaged", "intact"]);
  watch.close();
  await storage.close();
});

test("a directory without the tables of expiry is checked without a change, and opens", async () => {
  const directory = directories.make();
  let storage = await openEmbeddedStorage({ directory });
  await create(storage, "a", "1");
  await storage.close();
  const tables = ["expiries", "expiry-times"];
  const root = open<Buffer, string>({ path: directory, pageSize: 16_384, maxDbs: 8, encoding: "binary" });
  for (const name of tables) root.openDB<Buffer, string>(name, { encoding: "binary" }).dropSync();
  await root.close();
  const checked = new Database(directory, false);
  verify(checked);
  expect(checked.expiries.next()).toBeUndefined();
  await checked.close();
  const unchanged = open<Buffer, string>({ path: directory, pageSize: 16_384, maxDbs: 8, encoding: "binary" });
  // The types of lmdb do not declare this option.
  const existing = { encoding: "binary", create: false } as const;
  for (const name of tables) expect(unchanged.openDB<Buffer, string>(name, existing)).toBeUndefined();
  await unchanged.close();
  storage = await openEmbeddedStorage({ directory });
  const watch = storage.watch(prefix);
  await storage.create(`${prefix}soon`, bytes("1"), short);
  await collect(watch, 2);
  expect((await storage.list(prefix)).items.map(show)).toEqual(["a=1@2"]);
  watch.close();
  await storage.close();
});
