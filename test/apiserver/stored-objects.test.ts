import { Scheme } from "@apimachinery/runtime";
import { newAPIGroup } from "@apimachinery/apiserver";
import { expect, test } from "vitest";
import { MemoryStorage, type KeyValue } from "../../apiserver/storage/index.js";
import type { StoredObjects } from "../../apiserver/registry/stored-objects.js";
import { restaurantGroup } from "../../cmd/pizza-apiserver/restaurant-group.js";

const group = "restaurant.programming-kubernetes.info";
const prefix = `/registry/${group}/toppings/`;

/** Records the times to live of all updates. */
class RecordingStorage extends MemoryStorage {
  readonly lives: number[] = [];
  beforeUpdate: ((key: string) => Promise<unknown>) | undefined;

  override async update(...args: Parameters<MemoryStorage["update"]>): Promise<KeyValue> {
    this.lives.push(args[3]?.ttl ?? 0);
    const interfere = this.beforeUpdate;
    this.beforeUpdate = undefined;
    await interfere?.(args[0]);
    return super.update(...args);
  }
}

function storedIn(storage: MemoryStorage, ttl?: number): StoredObjects {
  const strategy = { ...restaurantGroup.kinds.Topping, ...(ttl !== undefined && { ttl }) };
  const definition = { ...restaurantGroup, kinds: { Topping: strategy } };
  const { versions } = newAPIGroup(definition, { scheme: new Scheme("test"), storage, keyPrefix: "/registry" });
  const store = versions["v1alpha1"]?.["toppings"]?.store;
  if (store === undefined) throw new Error("no toppings");
  return store.stored;
}

/** Returns an object with an unknown field, so its bytes are not the current encoding. */
function outdated(name: string, cost = 1): Buffer {
  const typeMeta = { kind: "Topping", apiVersion: `${group}/v1alpha1` };
  return Buffer.from(`${JSON.stringify({ ...typeMeta, metadata: { name, uid: name }, spec: { cost }, former: 1 })}\n`);
}

async function textOf(storage: MemoryStorage, name: string): Promise<string> {
  return Buffer.from((await storage.get(prefix + name)).item?.value ?? []).toString();
}

test("an object that is written again gets the time to live of its kind", async () => {
  for (const [ttl, lives] of [
    [undefined, [0]],
    [3600, [3600]],
  ] as const) {
    const storage = new RecordingStorage();
    await storage.create(`${prefix}a`, outdated("a"));
    expect(await storedIn(storage, ttl).rewrite()).toEqual({ rewritten: 1, unreadable: [] });
    expect(storage.lives).toEqual(lives);
  }
});

test("a concurrent change of another writer is kept", async () => {
  const storage = new RecordingStorage();
  const { revision } = await storage.create(`${prefix}a`, outdated("a", 1));
  storage.beforeUpdate = (key) => MemoryStorage.prototype.update.call(storage, key, outdated("a", 2), revision);
  expect((await storedIn(storage).rewrite()).rewritten).toBe(1);
  const text = await textOf(storage, "a");
  expect(text).toContain('"cost":2');
  expect(text).not.toContain("former");
});

test("an object that is deleted meanwhile stays deleted", async () => {
  const storage = new RecordingStorage();
  await storage.create(`${prefix}a`, outdated("a"));
  storage.beforeUpdate = (key) => storage.delete(key);
  expect((await storedIn(storage).rewrite()).rewritten).toBe(0);
  expect(await textOf(storage, "a")).toBe("");
});
