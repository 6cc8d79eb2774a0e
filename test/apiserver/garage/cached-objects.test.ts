import { MemoryStorage } from "@apimachinery/apiserver";
import { describe, expect, test } from "vitest";
import type { GetResult, KeyValue, ReadOptions } from "../../../apiserver/storage/index.js";
import { graceful } from "./example.js";
import { admit, carStore, context, hubCar } from "./group.js";

/** Storage of several servers, whose cache returns outdated items. */
class StaleStorage extends MemoryStorage {
  override readonly isExclusive: boolean = false;
  /** Item that reads return if they accept any state. */
  cached: KeyValue | undefined;

  override async get(key: string, options: ReadOptions = {}): Promise<GetResult> {
    const result = await super.get(key, options);
    return options.notOlderThan === 0 && this.cached !== undefined ? { ...result, item: this.cached } : result;
  }
}

async function itemOf(storage: MemoryStorage): Promise<KeyValue | undefined> {
  return (await storage.list("/registry/garage/")).items[0];
}

/** Go's TestDeleteWithCachedObject. */
describe("a deletion that begins with an outdated object", () => {
  test("removes an object whose finalizers are gone", async () => {
    const storage = new StaleStorage();
    const store = carStore(storage);
    await store.create(context(), hubCar("a", { finalizers: ["foo.com/x"] }), admit);
    const outdated = await itemOf(storage);
    await store.update(
      context(),
      "a",
      (current) => Promise.resolve(hubCar("a", { ...current?.metadata, finalizers: [] })),
      admit,
    );
    storage.cached = outdated;
    expect(await store.delete(context(), "a", { preconditions: {} }, admit)).toMatchObject({ isGone: true });
    expect(await itemOf(storage)).toBeUndefined();
  });

  test("shortens the grace period of the current object", async () => {
    const storage = new StaleStorage();
    const store = carStore(storage, graceful);
    await store.create(context(), hubCar("a", {}, { stopSeconds: 60 }), admit);
    await store.delete(context(), "a", { preconditions: {}, gracePeriodSeconds: 10 }, admit);
    storage.cached = await itemOf(storage);
    await store.delete(context(), "a", { preconditions: {}, gracePeriodSeconds: 0 }, admit);
    // The cache still has the object that is gone. A longer period would be pending for it.
    const second = store.delete(context(), "a", { preconditions: {}, gracePeriodSeconds: 30 }, admit);
    await expect(second).rejects.toMatchObject({ code: 404 });
  });

  test("marks the current object, if the outdated one is marked already", async () => {
    const storage = new StaleStorage();
    const store = carStore(storage);
    await store.create(context(), hubCar("a", { finalizers: ["foo.com/x"] }), admit);
    await store.delete(context(), "a", { preconditions: {} }, admit);
    storage.cached = await itemOf(storage);
    const other = carStore(storage);
    const relabel = hubCar("a", { labels: { new: "yes" } });
    await other.update(
      context(),
      "a",
      (current) => Promise.resolve({ ...relabel, metadata: { ...current?.metadata, ...relabel.metadata } }),
      admit,
    );
    const { object } = await store.delete(context(), "a", { preconditions: {} }, admit);
    expect(object.metadata).toMatchObject({ labels: { new: "yes" }, finalizers: ["foo.com/x"] });
  });
});
