import { MemoryStorage } from "@apimachinery/apiserver";
import type { APIObject } from "@apimachinery/client";
import { afterEach, describe, expect, test } from "vitest";
import { eventually } from "../../eventually.js";
import { blocking, DepotServer, ownerOf } from "./depot-server.js";
import { LateStorage } from "./late-storage.js";

let server: DepotServer;
afterEach(() => server.stop());

const group = "depot.example.com";
const prefixOf = (resource: string) => `/registry/${group}/${resource}/`;
const named = (kind: string, name: string, uid = "absent"): APIObject => ({
  apiVersion: `${group}/v1`,
  kind,
  metadata: { name, uid },
});

const byName = ({ metadata: { name: a = "" } }: APIObject, { metadata: { name: b = "" } }: APIObject) =>
  a < b ? -1 : 1;

/** The collector finds existing objects, or gets them while it runs. */
const orders = ["existing", "new"] as const;

async function given(
  order: (typeof orders)[number],
  create: (api: DepotServer) => Promise<void>,
): Promise<DepotServer> {
  server = new DepotServer();
  if (order === "new") server.collect();
  await create(server);
  if (order === "existing") server.collect();
  return server;
}

/** The situations of Kubernetes' TestConflictingData, by their names. */
describe.each(orders)("ConflictingData, %s objects", (order) => {
  test("good child in ns1 -> cluster-scoped owner", async () => {
    const api = await given(order, async (api) => {
      const depot = await api.create("Depot", "a");
      await api.create("Car", "a", { owners: [ownerOf(depot)] });
      await api.create("Car", "b", { owners: [ownerOf(named("Depot", "absent"))] });
    });
    await api.gone("Car", "b");
    await api.settled();
    expect(await api.names("Car")).toEqual(["a"]);
    await api.delete("Depot", "a");
    await api.gone("Car", "a");
  });

  test("bad child in ns1 -> owner in ns2: it is deleted, and an event explains it", async () => {
    let uid = "";
    const api = await given(order, async (api) => {
      const owner = await api.create("Car", "a", { namespace: "ns2" });
      uid = owner.metadata.uid ?? "";
      for (const name of ["bad-1", "bad-2"])
        await api.create("Wheel", name, { namespace: "ns1", owners: [ownerOf(owner)] });
      await api.create("Wheel", "good", { namespace: "ns2", owners: [ownerOf(owner)] });
    });
    await api.gone("Wheel", "bad-1", "ns1");
    await api.gone("Wheel", "bad-2", "ns1");
    const event = (name: string) => ({
      type: "Warning",
      reason: "OwnerRefInvalidNamespace",
      note: `ownerRef [depot.example.com/v1/Car, namespace: ns1, name: a, uid: ${uid}] does not exist in namespace "ns1"`,
      regarding: { apiVersion: "depot.example.com/v1", kind: "Wheel", namespace: "ns1", name },
    });
    await eventually(async () => {
      const { items } = await api.of("Event", "ns1").list();
      expect(items.sort(byName)).toMatchObject([event("bad-1"), event("bad-2")]);
    });
    await api.settled();
    expect(await api.names("Wheel", "ns2")).toEqual(["good"]);
    expect(await api.names("Car", "ns2")).toEqual(["a"]);
  });

  test("bad cluster-scoped child -> owner in ns1: it stays, and an event explains it", async () => {
    const api = await given(order, async (api) => {
      const owner = await api.create("Car", "a");
      await api.create("Depot", "bad", { owners: [ownerOf(owner)] });
      await api.create("Wheel", "good", { owners: [ownerOf(owner)] });
    });
    await eventually(async () => {
      expect((await api.of("Event").list()).items).toMatchObject([
        { reason: "OwnerRefInvalidNamespace", regarding: { kind: "Depot", name: "bad" } },
      ]);
    });
    await api.delete("Car", "a", { propagationPolicy: "Foreground" });
    await api.gone("Wheel", "good");
    await api.gone("Car", "a");
    expect(await api.names("Depot")).toEqual(["bad"]);
  });

  test("cluster-scoped bad child, namespaced good child, missing parent", async () => {
    const api = await given(order, async (api) => {
      const owner = ownerOf(named("Car", "absent"));
      await api.create("Depot", "bad", { owners: [owner] });
      await api.create("Wheel", "good", { owners: [owner] });
    });
    await api.gone("Wheel", "good");
    await api.settled();
    expect(await api.names("Depot")).toEqual(["bad"]);
  });

  test("good child -> existing owner with non-preferred accessible API version", async () => {
    const api = await given(order, async (api) => {
      const owner = await api.create("Car", "a");
      await api.create("Wheel", "a", { owners: [ownerOf({ ...owner, apiVersion: `${group}/v1beta1` })] });
    });
    await api.settled();
    expect(await api.names("Wheel")).toEqual(["a"]);
    await api.delete("Car", "a");
    await api.gone("Wheel", "a");
  });

  test("child -> owner with inaccessible API version: it stays, and does not block other children", async () => {
    const api = await given(order, async (api) => {
      const owner = await api.create("Car", "a");
      await api.create("Wheel", "unknown", { owners: [ownerOf({ ...owner, apiVersion: "extensions/v1beta1" })] });
      await api.create("Wheel", "both", {
        owners: [
          ownerOf(named("Car", "absent")),
          ownerOf({ ...owner, kind: "Unknown", metadata: { name: "b", uid: "b" } }),
        ],
      });
      await api.create("Wheel", "known", { owners: [ownerOf(owner)] });
    });
    await api.delete("Car", "a");
    await api.gone("Wheel", "known");
    await api.settled();
    expect(await api.names("Wheel")).toEqual(["both", "unknown"]);
  });

  test("bad child -> existing owner with incorrect kind or name: it is deleted, good children stay", async () => {
    const api = await given(order, async (api) => {
      const owner = await api.create("Car", "a");
      await api.create("Wheel", "bad-kind", { owners: [ownerOf({ ...owner, kind: "Wheel" })] });
      await api.create("Wheel", "good", { owners: [ownerOf(owner)] });
      await api.create("Wheel", "bad-name", {
        owners: [ownerOf({ ...owner, metadata: { ...owner.metadata, name: "other" } })],
      });
      await api.create("Wheel", "bad-uid", { owners: [ownerOf(named("Car", "a"))] });
    });
    await eventually(async () => {
      expect(await api.names("Wheel")).toEqual(["good"]);
    });
    await api.settled();
    expect([await api.names("Wheel"), await api.names("Car")]).toEqual([["good"], ["a"]]);
  });

  test("an owner that was created again has another uid, and no old dependents", async () => {
    const api = await given(order, async (api) => {
      const old = await api.create("Car", "a");
      await api.create("Wheel", "old", { owners: [ownerOf(old, blocking)] });
      await api.delete("Car", "a");
      const again = await api.create("Car", "a");
      await api.create("Wheel", "again", { owners: [ownerOf(again, blocking)] });
    });
    await api.gone("Wheel", "old");
    await api.settled();
    expect(await api.names("Wheel")).toEqual(["again"]);
  });
});

describe("late watches", () => {
  function late(resource: string): { readonly api: DepotServer; readonly storage: LateStorage } {
    const storage = new LateStorage();
    storage.delay(prefixOf(resource));
    server = new DepotServer(storage);
    server.collect();
    return { api: server, storage };
  }

  test("ClusterScopedOwners: dependents of an owner that the graph does not have yet stay", async () => {
    const { api, storage } = late("depots");
    await api.settled();
    const valid = await api.create("Depot", "valid");
    await api.create("Car", "valid", { owners: [ownerOf(valid)] });
    await api.create("Car", "missing", { owners: [ownerOf(named("Depot", "missing"))] });
    await api.create("Car", "invalid", { owners: [ownerOf(named("Unknown", "invalid"))] });
    await api.gone("Car", "missing");
    await api.settled();
    expect(await api.names("Car")).toEqual(["invalid", "valid"]);
    storage.release(prefixOf("depots"));
    await api.delete("Depot", "valid");
    await api.gone("Car", "valid");
  });

  test("an owner that was deleted before the graph had it takes its dependents along", async () => {
    const { api, storage } = late("cars");
    await api.settled();
    const owner = await api.create("Car", "a");
    await api.create("Wheel", "a", { owners: [ownerOf(owner)] });
    await api.settled();
    await api.delete("Car", "a");
    const again = await api.create("Car", "a");
    await api.create("Wheel", "b", { owners: [ownerOf(again)] });
    storage.release(prefixOf("cars"));
    await api.gone("Wheel", "a");
    await api.settled();
    expect(await api.names("Wheel")).toEqual(["b"]);
  });

  test("an owner waits until the graph has all dependents that were created before its deletion", async () => {
    for (const propagationPolicy of ["Orphan", "Foreground"] as const) {
      const { api, storage } = late("wheels");
      await eventually(() => api.collector.graph.size === 0);
      const owner = await api.create("Car", "a");
      await api.create("Wheel", "a", { owners: [ownerOf(owner, blocking)], finalizers: ["example.com/x"] });
      await api.delete("Car", "a", { propagationPolicy });
      await eventually(() => api.messages.some((line) => line.includes("the changes of wheels up to")));
      expect(await api.names("Car")).toEqual(["a"]);
      storage.release(prefixOf("wheels"));
      if (propagationPolicy === "Orphan") {
        await api.gone("Car", "a");
        expect((await api.find("Wheel", "a"))?.metadata).not.toHaveProperty("ownerReferences");
      } else {
        await eventually(async () => (await api.find("Wheel", "a"))?.metadata.deletionTimestamp !== undefined);
        expect(await api.names("Car")).toEqual(["a"]);
      }
      await api.stop();
    }
  });

  test("changes that a lost watch did not report are found", async () => {
    const { api, storage } = late("cars");
    await api.settled();
    const owner = await api.create("Car", "a");
    await api.create("Car", "b", { owners: [ownerOf(owner)] });
    await api.create("Wheel", "a", { owners: [ownerOf(owner)] });
    await api.settled();
    await api.delete("Car", "b");
    await api.delete("Car", "a");
    storage.lose(prefixOf("cars"));
    await api.gone("Wheel", "a");
    await eventually(() => api.collector.graph.size === 0);
  });
});

/** A storage in which another client changes an object just before it is deleted. */
class RacingStorage extends MemoryStorage {
  race: (() => Promise<unknown>) | undefined;

  override async delete(key: string, revision?: number): ReturnType<MemoryStorage["delete"]> {
    const { race } = this;
    this.race = undefined;
    await race?.();
    return super.delete(key, revision);
  }
}

describe("resourceVersion conflict between Get/Delete while processing object deletion", () => {
  test.each([
    ["a new owner keeps the object", "spare"],
    ["another change does not", "gone"],
  ])("%s", async (_, next) => {
    const storage = new RacingStorage();
    server = new DepotServer(storage);
    const api = server;
    api.collect();
    const cars = { gone: await api.create("Car", "gone"), spare: await api.create("Car", "spare") };
    await api.create("Wheel", "a", { owners: [ownerOf(cars.gone)] });
    await eventually(() => api.collector.graph.size > 0);
    const body = {
      metadata: { labels: { a: "b" }, ownerReferences: [ownerOf(next === "gone" ? cars.gone : cars.spare)] },
    };
    let races = 0;
    const change = () => {
      races++;
      return api.of("Wheel").patch("a", { type: "merge", body });
    };
    // The first deletion is that of the owner.
    storage.race = () => {
      storage.race = change;
      return Promise.resolve();
    };
    await api.delete("Car", "gone");
    if (next === "gone") await api.gone("Wheel", "a");
    else await eventually(() => races === 1);
    await api.settled();
    expect([races, await api.names("Wheel")]).toEqual([1, next === "gone" ? [] : ["a"]]);
    expect(api.logged).toEqual([]);
  });
});
