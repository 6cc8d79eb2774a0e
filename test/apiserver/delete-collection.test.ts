import { defaultRunConfig, MemoryStorage, openEmbeddedStorage, type Storage } from "@apimachinery/apiserver";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newConflict, newNotFound } from "../../apiserver/errors/index.js";
import { deleteItems, type CollectionDeletion } from "../../apiserver/registry/delete-collection.js";
import { openWatchCache, type KeyValue } from "../../apiserver/storage/index.js";
import { eventually } from "../eventually.js";
import { startAnyEtcd, whyNoEtcd } from "../peers/etcd.js";
import type { PeerProcess } from "../peers/peer-process.js";
import { Events } from "./events.js";
import { InProcessServer, textOf, toppings } from "./harness.js";
import { temporaryDirectories } from "./storage/directories.js";
import { openEmptyEtcd, openEtcd } from "./storage/etcd/etcd-stores.js";

const topping = (index: number) => ({ metadata: { name: `t${index}` }, spec: { cost: 1 } });

async function createToppings(server: InProcessServer, count: number): Promise<void> {
  const replies = await Promise.all(Array.from({ length: count }, (_, index) => server.post(toppings, topping(index))));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
}

async function namesIn(server: InProcessServer): Promise<readonly string[]> {
  return Object.values((await server.get(toppings)).json["items"] ?? {}).map((item) =>
    textOf(item["metadata"]?.["name"]),
  );
}

describe("the items of a collection", () => {
  const itemOf = (key: string, bytes = 1): KeyValue => ({ key, value: new Uint8Array(bytes), revision: 1 });

  /** Deletes items, and returns the deleted ones and the highest number of deletions at a time. */
  async function deleted(items: readonly KeyValue[], options: Partial<CollectionDeletion> = {}) {
    const names: string[] = [];
    let running = 0;
    let most = 0;
    const failure = await deleteItems(items, {
      workers: 4,
      isOver: () => false,
      ...options,
      async remove(item) {
        most = Math.max(most, ++running);
        await Promise.resolve();
        running--;
        await options.remove?.(item);
        names.push(item.key);
      },
    }).catch((error: unknown) => error);
    return { names, most, failure };
  }
  const tenItems = Array.from({ length: 10 }, (_, index) => itemOf(`k${index}`));

  test("are deleted by at most as many workers as the flag allows", async () => {
    const { names, most } = await deleted(tenItems);
    expect(names.sort()).toEqual(tenItems.map(({ key }) => key));
    expect(most).toBe(4);
    expect((await deleted([])).names).toEqual([]);
  });

  test("of large objects are deleted by fewer workers, so that memory is bounded by bytes", async () => {
    const kibibyte = 1024;
    const large = [itemOf("large", 384 * kibibyte), ...tenItems];
    expect((await deleted(large, { workers: 64 })).most).toBe(2);
    expect((await deleted([itemOf("huge", 9000 * kibibyte), ...tenItems], { workers: 64 })).most).toBe(1);
  });

  test("are all tried by the other workers after an error, and the first error is thrown", async () => {
    const refuse = (...refused: readonly string[]) => ({
      remove: ({ key }: KeyValue) =>
        refused.includes(key)
          ? Promise.reject(newConflict({ group: "", name: "toppings" }, key, "refused"))
          : Promise.resolve(),
    });
    const { names, failure } = await deleted(tenItems, refuse("k1", "k2"));
    expect(names.sort()).toEqual(["k0", "k3", "k4", "k5", "k6", "k7", "k8", "k9"]);
    expect(String(failure)).toContain('"k1"');
    expect((await deleted(tenItems, { ...refuse("k3"), workers: 1 })).names).toEqual(["k0", "k1", "k2"]);
  });

  test("that another client has deleted are no error", async () => {
    const remove = ({ key }: KeyValue) => Promise.reject(newNotFound({ group: "", name: "toppings" }, key));
    expect((await deleted(tenItems, { remove })).failure).toBeUndefined();
  });
});

test("a request that times out deletes no more objects, and the next request continues", async () => {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  let held = 0;
  const gate = {
    name: "Gate",
    handles: (operation: string) => operation === "DELETE",
    validate: async () => {
      held++;
      await opened;
    },
  };
  const run = { ...defaultRunConfig, deleteCollectionWorkers: 8 };
  const server = new InProcessServer({ admission: [gate], config: { run } });
  await createToppings(server, 20);
  expect((await server.delete(`${toppings}?timeout=300ms`)).status).toBe(504);
  open();
  // On a slow machine, the deadline can pass before the first deletion begins.
  expect(held).toBeLessThanOrEqual(8);
  await eventually(async () => (await namesIn(server)).length === 20 - held);
  expect((await server.delete(toppings)).status).toBe(200);
  expect(await namesIn(server)).toEqual([]);
});

describe("a watch that resumes after any deletion of a collection gets each later one once", () => {
  const count = 40;
  const directories = temporaryDirectories();
  const stores: Storage[] = [];
  afterAll(async () => {
    await Promise.all(stores.map((store) => store.close()));
    directories.remove();
  });

  async function check(storage: Storage): Promise<void> {
    stores.push(storage);
    const server = new InProcessServer({ storage });
    await createToppings(server, count);
    const before = textOf((await server.get(toppings)).json["metadata"]?.["resourceVersion"]);
    expect((await server.delete(toppings)).status).toBe(200);
    await server.post(toppings, topping(count));
    const watchFrom = async (revision: string, expected: number) => {
      const events = new Events(await server.response("GET", `${toppings}?watch=1&resourceVersion=${revision}`));
      const taken = await events.take(expected);
      events.hangUp();
      return taken.map(({ type, object }) => ({
        type: textOf(type),
        name: textOf(object?.["metadata"]?.["name"]),
        revision: textOf(object?.["metadata"]?.["resourceVersion"]),
      }));
    };
    const all = await watchFrom(before, count + 1);
    expect(all.map(({ type }) => type)).toEqual([...Array.from({ length: count }, () => "DELETED"), "ADDED"]);
    expect(new Set(all.map(({ name }) => name)).size).toBe(count + 1);
    expect(new Set(all.map(({ revision }) => revision)).size).toBe(count + 1);
    for (const [index, { revision }] of all.slice(0, -1).entries())
      expect(await watchFrom(revision, count - index)).toEqual(all.slice(index + 1));
  }

  test("in memory", () => check(new MemoryStorage()));
  test("embedded", async () => check(await openEmbeddedStorage({ directory: directories.make() })));

  const missing = whyNoEtcd();
  describe.skipIf(missing !== undefined)(missing ?? "etcd", () => {
    let etcd: PeerProcess;
    beforeAll(async () => {
      etcd = await startAnyEtcd("--unsafe-no-fsync");
    });
    afterAll(() => etcd.stop());
    test("etcd", async () => check(await openEmptyEtcd(`http://${etcd.address}`)));
    test("watch cache over etcd", async () =>
      check(
        await openEmptyEtcd(`http://${etcd.address}`, (storage) =>
          openWatchCache({ storage, prefix: "/registry/", timeout: 1000 }),
        ),
      ));
  });
});

const noEtcd = whyNoEtcd();
describe.skipIf(noEtcd !== undefined)(noEtcd ?? "each deletion of a collection on etcd", () => {
  let etcd: PeerProcess;
  beforeAll(async () => {
    etcd = await startAnyEtcd("--unsafe-no-fsync");
  });
  afterAll(() => etcd.stop());

  test("is one request", async () => {
    const storage = await openEtcd([`http://${etcd.address}`]);
    const cache = await openWatchCache({ storage, prefix: "/registry/", timeout: 300_000 });
    const server = new InProcessServer({ storage: cache });
    await createToppings(server, 40);
    const requests = async () => {
      const metrics = await (await fetch(`http://${etcd.address}/metrics`)).text();
      const started = (name: string) =>
        Number(new RegExp(`^grpc_server_started_total\\{.*grpc_method="${name}".*\\} (\\d+)$`, "m").exec(metrics)?.[1]);
      return { writes: started("Txn"), reads: started("Range") };
    };
    const before = await requests();
    expect((await server.delete(toppings)).status).toBe(200);
    const after = await requests();
    expect(after.writes - before.writes).toBe(40);
    // The list of the collection requests the newest revision.
    expect(after.reads - before.reads).toBeLessThanOrEqual(1);
    expect(await namesIn(server)).toEqual([]);
    await cache.close();
    await storage.close();
  });
});
