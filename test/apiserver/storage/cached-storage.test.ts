import { afterEach, describe, expect, test, vi } from "vitest";
import {
  CachedStorage,
  CompactedError,
  MemoryStorage,
  StorageClosedError,
  TracedStorage,
  WatchCache,
  type CachedStorageOptions,
  type Storage,
} from "../../../apiserver/storage/index.js";
import { parseWatchCacheSizes, watchCacheSizeOf } from "../../../apiserver/options/storage.js";
import { conformance } from "./conformance.js";
import { bytes, collect, prefix } from "./conformance/helpers.js";

const pizzas = { group: "restaurant.example", resource: "pizzas" };
const toppings = { group: "restaurant.example", resource: "toppings" };
const toppingPrefix = "/registry/toppings/";

function opened(options: Partial<CachedStorageOptions> = {}) {
  const store = new MemoryStorage();
  const all = new CachedStorage({ storage: store, sizeOf: () => 100, ...options });
  return { store, all, pizzas: all.forResource(pizzas, prefix), toppings: all.forResource(toppings, toppingPrefix) };
}

async function write(storage: Storage, folder: string, count: number): Promise<void> {
  for (let index = 0; index < count; index++) await storage.create(`${folder}n${index}`, bytes("x"));
}

afterEach(() => {
  vi.useRealTimers();
});

/** Opens cached storages and waits until all their objects are in memory. */
async function ready(options: Partial<CachedStorageOptions> = {}) {
  const all = opened(options);
  for (const storage of [all.pizzas, all.toppings]) await storage.ready?.();
  return all;
}

conformance("one resource of a cached storage", async () => (await ready({ timeout: 500 })).pizzas);
conformance("one resource whose objects are not in memory yet", () => Promise.resolve(opened({ timeout: 500 }).pizzas));

describe("several resources", () => {
  test("many writes of one resource do not remove the events of others from memory", async () => {
    const { store, pizzas, toppings } = await ready({ maximumEvents: 100 });
    await write(toppings, toppingPrefix, 1);
    await write(pizzas, prefix, 500);
    // After this compaction, the store no longer has the earlier events. Only the cache may still
    // have them.
    await store.compact(502);
    const resumed = toppings.watch(toppingPrefix, { after: 1 });
    expect((await collect(resumed, 1)).map(({ key }) => key)).toEqual([`${toppingPrefix}n0`]);
    const late = pizzas.watch(prefix, { after: 2 });
    expect(() => late.take()).toThrow(CompactedError);
  });

  test("a read returns all earlier writes, and an idle watch reports the newest revision of all", async () => {
    const { pizzas, toppings } = await ready();
    const watch = toppings.watch(toppingPrefix);
    const { revision } = await pizzas.create(`${prefix}a`, bytes("x"));
    expect((await toppings.list(toppingPrefix)).revision).toBe(revision);
    expect((await toppings.get(`${toppingPrefix}a`)).revision).toBe(revision);
    expect(watch.revision).toBe(revision);
    const topping = await toppings.create(`${toppingPrefix}a`, bytes("x"));
    expect((await pizzas.list(prefix, { notOlderThan: topping.revision })).revision).toBe(topping.revision);
  });

  test("slow watches are counted by resource", async () => {
    const counted: Record<string, number> = {};
    const { pizzas, toppings } = await ready({
      maximumEvents: 100,
      onSlowWatches:
        ({ resource }) =>
        (count) =>
          (counted[resource] = (counted[resource] ?? 0) + count),
    });
    pizzas.watch(prefix);
    toppings.watch(toppingPrefix);
    await write(pizzas, prefix, 300);
    expect(counted).toEqual({ pizzas: 1 });
  });

  test("a cache without requests removes old events when their time is over", async () => {
    vi.useFakeTimers();
    const { store, pizzas } = await ready({ sizeOf: () => 1, window: 75_000 });
    await store.create(`${prefix}first`, bytes("x"));
    await vi.advanceTimersByTimeAsync(10_000);
    await write(store, prefix, 50);
    if (!(pizzas instanceof WatchCache)) throw new Error("no cache");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(pizzas.heldEvents).toBe(51);
    await vi.advanceTimersByTimeAsync(90_000);
    expect(pizzas.heldEvents).toBeLessThan(51);
  });

  test("with the size 0 the function returns the store itself; other sizes come from the flag", () => {
    const { sizes } = parseWatchCacheSizes(["toppings.restaurant.example#0", "pods#7"]);
    const sizeOf = (resource: typeof pizzas) => watchCacheSizeOf(sizes, resource, 100);
    expect([sizeOf(pizzas), sizeOf(toppings), sizeOf({ group: "", resource: "pods" })]).toEqual([100, 0, 7]);
    const { store, pizzas: cached, toppings: bare } = opened({ sizeOf });
    expect(bare).toBe(store);
    expect(cached).toBeInstanceOf(WatchCache);
  });

  test("close closes the caches of all resources", async () => {
    const { store, all, pizzas } = opened();
    await all.close();
    await expect(pizzas.list(prefix)).rejects.toThrow(StorageClosedError);
    await expect(store.list(prefix)).rejects.toThrow(StorageClosedError);
  });
});

test("a storage with spans is ready when the storage behind it is, and tells it about the resources", async () => {
  const store = new MemoryStorage();
  let load = (): void => undefined;
  const loaded = new Promise<void>((resolve) => (load = resolve));
  const known: string[] = [];
  const behind: Storage = Object.assign(store, {
    ready: () => loaded,
    forResource: ({ resource }: typeof pizzas, folder: string) => {
      known.push(`${resource} ${folder}`);
      return store;
    },
  });
  const traced = new TracedStorage(behind, { get: "Get", list: "List" });
  const events: string[] = [];
  expect(traced.forResource(pizzas, prefix)).toBe(traced);
  expect(known).toEqual([`pizzas ${prefix}`]);
  const ready = traced.ready().then(() => events.push("ready"));
  await traced.create(`${prefix}margherita`, bytes("x"));
  events.push("created");
  load();
  await ready;
  expect(events).toEqual(["created", "ready"]);
});
