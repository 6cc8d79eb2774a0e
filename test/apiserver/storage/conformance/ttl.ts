import { expect, test } from "vitest";
import { ConflictError, KeyExistsError, type Storage, type StorageEvent } from "../../../../apiserver/storage/index.js";
import type { OpenStorage } from "../conformance.js";
import { bytes, collect, create, prefix, remove, show, showEvent, storageTest, text, update } from "./helpers.js";

const short = { ttl: 1 };
const long = { ttl: 3600 };

/** Waits until a new key with a short time to live has been deleted. */
async function waitForExpiry(storage: Storage): Promise<void> {
  const watch = storage.watch(`${prefix}marker`);
  await storage.create(`${prefix}marker`, bytes("marker"), { ttl: 2 });
  await collect(watch, 2);
  watch.close();
}

/** Cases of keys with a time to live. A store may delete a key some seconds after its time. */
export function ttlCases(open: OpenStorage): void {
  // The cases wait for seconds, and each has a store of its own.
  const storageCase = storageTest(open, false, test.concurrent);

  storageCase("a key with a time to live is deleted after its time and not before", async (storage) => {
    const watch = storage.watch(prefix);
    const start = performance.now();
    const { revision } = await storage.create(`${prefix}a`, bytes("one"), short);
    expect(show((await storage.get(`${prefix}a`)).item)).toBe(`a=one@${revision}`);
    const [created, expired] = await collect(watch, 2);
    expect(performance.now() - start).toBeGreaterThanOrEqual(1000);
    expect(created?.current?.revision).toBe(revision);
    expect(expired?.revision).toBeGreaterThan(revision);
    expect(expired && showEvent(expired)).toBe(`a@${expired?.revision ?? 0}: one@${revision} -> -`);
    expect((await storage.get(`${prefix}a`)).item).toBeUndefined();
    expect((await storage.list(prefix)).items).toEqual([]);
    expect(await storage.currentRevision()).toBeGreaterThanOrEqual(expired?.revision ?? 0);
    expect(await create(storage, "a", "two")).toBeGreaterThan(expired?.revision ?? 0);
    watch.close();
  });

  storageCase("an update can give a key a time to live", async (storage) => {
    const watch = storage.watch(prefix);
    const start = performance.now();
    const revision = await create(storage, "a", "one");
    await storage.update(`${prefix}a`, bytes("two"), revision, short);
    const events = await collect(watch, 3);
    expect(performance.now() - start).toBeGreaterThanOrEqual(1000);
    expect(events.map(({ current }) => current && text(current.value))).toEqual(["one", "two", undefined]);
    expect(events[2]?.previous && text(events[2].previous.value)).toBe("two");
    watch.close();
  });

  storageCase("an update replaces the time to live, and a refused write does not", async (storage) => {
    const stays: Record<string, (name: string) => Promise<unknown>> = {
      "no-ttl": (name) => create(storage, name, "value"),
      zero: (name) => storage.create(prefix + name, bytes("value"), { ttl: 0 }),
      "ten-years": (name) => storage.create(prefix + name, bytes("value"), { ttl: 10 * 365 * 86_400 }),
      extended: async (name) => {
        const { revision } = await storage.create(prefix + name, bytes("first"), short);
        await storage.update(prefix + name, bytes("value"), revision, long);
      },
      removed: async (name) => {
        const { revision } = await storage.create(prefix + name, bytes("first"), short);
        await storage.update(prefix + name, bytes("value"), revision);
      },
      recreated: async (name) => {
        await storage.create(prefix + name, bytes("first"), short);
        await remove(storage, name);
        await create(storage, name, "value");
      },
      "refused-create": async (name) => {
        await create(storage, name, "value");
        await expect(storage.create(prefix + name, bytes("other"), short)).rejects.toThrow(KeyExistsError);
      },
      "refused-update": async (name) => {
        const revision = await create(storage, name, "first");
        await update(storage, name, "value");
        await expect(storage.update(prefix + name, bytes("other"), revision, short)).rejects.toThrow(ConflictError);
      },
    };
    for (const [name, write] of Object.entries(stays)) await write(name);
    const { revision } = await storage.create(`${prefix}shortened`, bytes("first"), long);
    const watch = storage.watch(`${prefix}shortened`);
    await storage.update(`${prefix}shortened`, bytes("second"), revision, short);
    await waitForExpiry(storage);
    await collect(watch, 2);
    watch.close();
    const { items } = await storage.list(prefix);
    expect(items.map(({ key, value }) => [key.slice(prefix.length), text(value)])).toEqual(
      Object.keys(stays)
        .toSorted()
        .map((name) => [name, "value"]),
    );
  });

  storageCase("many keys expire, each of them once", async (storage) => {
    const names = Array.from({ length: 600 }, (_, index) => `n${index}`);
    const watch = storage.watch(prefix);
    await Promise.all(names.map((name) => storage.create(prefix + name, bytes(name), short)));
    const events = await collect(watch, 2 * names.length);
    await waitForExpiry(storage);
    events.push(...watch.take().filter(({ key }) => key !== `${prefix}marker`));
    const expired = events.filter(({ current }) => current === undefined);
    expect(expired.map(nameOf).toSorted()).toEqual(names.toSorted());
    expect(expired.every((event) => event.previous !== undefined && text(event.previous.value) === nameOf(event))).toBe(
      true,
    );
    const revisions = events.map(({ revision }) => revision);
    expect(revisions).toEqual(revisions.toSorted((a, b) => a - b));
    expect((await storage.list(prefix)).items).toEqual([]);
    watch.close();
  });

  storageCase("the history has the expiry like any deletion", async (storage) => {
    const first = storage.watch(prefix);
    const { revision } = await storage.create(`${prefix}a`, bytes("one"), short);
    const [, expired] = await collect(first, 2);
    first.close();
    const resumed = storage.watch(prefix, { after: revision });
    expect((await collect(resumed, 1)).map(showEvent)).toEqual([expired && showEvent(expired)]);
    resumed.close();
    expect(show((await storage.get(`${prefix}a`, { revision })).item)).toBe(`a=one@${revision}`);
    expect((await storage.list(prefix, { revision })).items.map(show)).toEqual([`a=one@${revision}`]);
    const at = { revision: expired?.revision ?? 0 };
    expect((await storage.get(`${prefix}a`, at)).item).toBeUndefined();
    await storage.compact(at.revision);
    expect((await storage.list(prefix)).items).toEqual([]);
  });
}

function nameOf({ key }: StorageEvent): string {
  return key.slice(prefix.length);
}
