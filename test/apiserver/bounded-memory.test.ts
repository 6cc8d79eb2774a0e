import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, expect, test, vi } from "vitest";
import type { AdmissionPlugin } from "../../apiserver/admission/plugin.js";
import { Store } from "../../apiserver/registry/store.js";
import { CachedStorage, openEmbeddedStorage, type Storage } from "../../apiserver/storage/index.js";
import { bytesOfCaches, cacheLimits, type CacheName } from "../../apiserver/util/cache.js";
import { InProcessServer, toppings, type HarnessOptions } from "./harness.js";
import { largeObject, maxGrowth } from "./large-object.js";
import { temporaryDirectories } from "./storage/directories.js";

/** process/large-object.test.ts patches more often, in a process. */
const patches = 40;

const directories = temporaryDirectories();
let storage: Storage;
afterEach(async () => {
  await storage.close();
  directories.remove();
});

async function started(options: HarnessOptions = {}): Promise<InProcessServer> {
  storage = new CachedStorage({
    storage: await openEmbeddedStorage({ directory: directories.make() }),
    sizeOf: () => 100,
  });
  return new InProcessServer({ storage, ...options });
}

/** Opens a watch whose client reads nothing. Returns the number of pieces that it was given. */
async function openUnread(server: InProcessServer, uri: string): Promise<() => number> {
  const { body } = await server.response("GET", uri);
  if (typeof body !== "function") throw new Error("no stream");
  let pieces = 0;
  body({
    write: () => {
      pieces++;
      return false;
    },
    onDrain: () => undefined,
    end: () => undefined,
    stop: () => undefined,
    closed: new AbortController().signal,
  });
  return () => pieces;
}

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Returns the memory that the process uses after a collection, in bytes. */
async function memory(): Promise<number> {
  for (let round = 0; round < 3; round++) {
    collect();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return heapUsed + external + arrayBuffers;
}

test("patches of a large object do not fill the memory, also with watches that are never read", async () => {
  const server = await started();
  await server.post(toppings, largeObject("large"));
  const unread = [await openUnread(server, `${toppings}?watch=1`), await openUnread(server, `${toppings}?watch=1`)];
  const before = await memory();
  for (let cost = 2; cost < 2 + patches; cost++) {
    const body = { spec: { cost } };
    const headers = { "content-type": "application/merge-patch+json" };
    const { status } = await server.response("PATCH", `${toppings}/large`, { body, headers });
    expect(status).toBe(200);
    // Another version and a selector have their own encodings and events.
    await server.response("GET", `${toppings.replace("v1alpha1", "v1beta1")}/large`);
    if (cost % 10 === 0) unread.push(await openUnread(server, `${toppings}?watch=1&labelSelector=a!%3D${cost}`));
  }
  expect((await memory()) - before).toBeLessThan(maxGrowth);
  for (const name of Object.keys(cacheLimits) as CacheName[])
    expect([name, bytesOfCaches(name) <= cacheLimits[name]]).toEqual([name, true]);
  for (const name of ["decoded objects", "encoded objects"] as const) expect(bytesOfCaches(name)).toBeGreaterThan(1e6);
  // The watches are still open.
  expect(unread.map((pieces) => pieces() > 0)).toEqual(unread.map(() => true));
});

test("a watch that is never read decodes only the first of the objects with which it begins", async () => {
  const server = await started();
  const metadata = (name: string) => ({ name, annotations: { filling: "x".repeat(10_000) } });
  for (let index = 0; index < 100; index++)
    await server.post(toppings, { metadata: metadata(`t${index}`), spec: { cost: 1 } });
  const decoded = vi.spyOn(Store.prototype, "objectOf");
  await openUnread(server, `${toppings}?watch=1`);
  expect(decoded.mock.calls.length).toBeGreaterThan(0);
  expect(decoded.mock.calls.length).toBeLessThan(20);
});

test("the deletion of a collection does not hold its decoded objects", async () => {
  const labels = (index: number) =>
    Object.fromEntries(Array.from({ length: 1500 }, (_, at) => [`label-${at}`, `${"v".repeat(50)}-${index}-${at}`]));
  let during: Promise<number> | undefined;
  let deleted = 0;
  const measures: AdmissionPlugin = {
    name: "Measures",
    handles: (operation) => operation === "DELETE",
    validate: async () => {
      // The other workers wait with their objects until the memory is measured.
      if (++deleted >= 50) await (during ??= memory());
    },
  };
  const server = await started({ admission: [measures] });
  for (let index = 0; index < 150; index++)
    await server.post(toppings, { metadata: { name: `t${index}`, labels: labels(index) }, spec: { cost: 1 } });
  const before = await memory();
  expect(await server.delete(toppings)).toMatchObject({ status: 200 });
  expect(deleted).toBe(150);
  expect(((await during) ?? 0) - before).toBeLessThan(40_000_000);
});
