import { afterEach, describe, expect, test } from "vitest";
import { blocking, DepotServer, ownerOf } from "./depot-server.js";
import { eventually } from "../../eventually.js";

const foreground = { propagationPolicy: "Foreground" } as const;
const orphan = { propagationPolicy: "Orphan" } as const;
const x = ["example.com/x"];

let server: DepotServer;
afterEach(() => server.stop());

function start(): DepotServer {
  server = new DepotServer();
  server.collect();
  return server;
}

/** The situations of Kubernetes' integration tests, by the names of the tests. */
describe("garbagecollector", () => {
  test("CascadingDeletion: dependents without another owner are deleted", async () => {
    const api = start();
    const gone = await api.create("Car", "gone");
    const remaining = await api.create("Car", "remaining");
    await api.create("Wheel", "collected", { owners: [ownerOf(gone)] });
    await api.create("Wheel", "kept", { owners: [ownerOf(gone), ownerOf(remaining)] });
    await api.create("Wheel", "independent");
    await api.delete("Car", "gone");
    await api.gone("Wheel", "collected");
    const kept = await eventually(async () => {
      const wheel = await api.find("Wheel", "kept");
      return wheel?.metadata.ownerReferences?.length === 1 && wheel;
    });
    expect(kept.metadata.ownerReferences).toEqual([ownerOf(remaining)]);
    await api.settled();
    expect(await api.names("Wheel")).toEqual(["independent", "kept"]);
    expect(api.collector.graph.get(gone.metadata.uid ?? "")).toBeUndefined();
  });

  test("CreateWithNonExistentOwner: an object whose owner never existed is deleted", async () => {
    const api = start();
    const owner = ownerOf({ apiVersion: "depot.example.com/v1", kind: "Car", metadata: { name: "a", uid: "b" } });
    await api.create("Wheel", "a", { owners: [owner] });
    await api.gone("Wheel", "a");
  });

  test("StressingCascadingDeletion: each policy decides about the dependents of its owner", async () => {
    const api = start();
    const situations = [
      { name: "a", finalizers: [], options: orphan, stays: true },
      { name: "b", finalizers: ["orphan"], options: {}, stays: true },
      { name: "c", finalizers: ["orphan"], options: { propagationPolicy: "Background" }, stays: false },
      { name: "d", finalizers: [], options: foreground, stays: false },
      { name: "e", finalizers: ["foregroundDeletion"], options: {}, stays: false },
    ] as const;
    const work = situations.map(async ({ name, finalizers, options }) => {
      const owner = await api.create("Car", name, { finalizers });
      for (const index of [0, 1, 2])
        await api.create("Wheel", `${name}${index}`, { owners: [ownerOf(owner, blocking)] });
      await api.delete("Car", name, options);
    });
    await Promise.all(work);
    const expected = situations.flatMap(({ name, stays }) => (stays ? [`${name}0`, `${name}1`, `${name}2`] : []));
    await eventually(async () => {
      expect([await api.names("Car"), await api.names("Wheel")]).toEqual([[], expected]);
    });
    await eventually(() => api.collector.graph.size === 0);
    const { items } = await api.of("Wheel").list();
    expect(items.flatMap(({ metadata }) => metadata.ownerReferences ?? [])).toEqual([]);
  });

  test("Orphaning: dependents lose their owner, which is then removed", async () => {
    const api = start();
    const owner = await api.create("Car", "a");
    const other = await api.create("Car", "b");
    await api.create("Wheel", "a", { owners: [ownerOf(owner)] });
    await api.create("Wheel", "b", { owners: [ownerOf(other), ownerOf(owner)], finalizers: x });
    await api.delete("Car", "a", orphan);
    await api.gone("Car", "a");
    expect((await api.find("Wheel", "a"))?.metadata).not.toHaveProperty("ownerReferences");
    expect((await api.find("Wheel", "b"))?.metadata.ownerReferences).toEqual([ownerOf(other)]);
    await api.settled();
    expect(await api.names("Wheel")).toEqual(["a", "b"]);
  });

  test("SolidOwnerDoesNotBlockWaitingOwner: an object with another owner loses the waiting one", async () => {
    const api = start();
    const waiting = await api.create("Car", "waiting");
    const solid = await api.create("Car", "solid");
    await api.create("Wheel", "a", { owners: [ownerOf(waiting, blocking), ownerOf(solid)] });
    await api.delete("Car", "waiting", foreground);
    await api.gone("Car", "waiting");
    expect((await api.find("Wheel", "a"))?.metadata.ownerReferences).toEqual([ownerOf(solid)]);
  });

  test("NonBlockingOwnerRefDoesNotBlock: an owner does not wait for other dependents", async () => {
    const api = start();
    const owner = await api.create("Car", "a");
    await api.create("Wheel", "a", { owners: [ownerOf(owner)], finalizers: x });
    await api.create("Wheel", "b", { owners: [ownerOf(owner, { blockOwnerDeletion: false })], finalizers: x });
    await api.delete("Car", "a", foreground);
    await api.gone("Car", "a");
    await eventually(async () => {
      const { items } = await api.of("Wheel").list();
      expect(items.map(({ metadata }) => metadata.deletionTimestamp === undefined)).toEqual([false, false]);
    });
  });

  test("DoubleDeletionWithFinalizer: the collector removes its finalizer after each deletion", async () => {
    const api = start();
    await api.create("Car", "a", { finalizers: x });
    for (let deletion = 0; deletion < 2; deletion++) {
      await api.delete("Car", "a", foreground);
      await eventually(async () => {
        expect((await api.find("Car", "a"))?.metadata.finalizers).toEqual(x);
      });
    }
    await api.of("Car").patch("a", { type: "merge", body: { metadata: { finalizers: null } } });
    await api.gone("Car", "a");
  });

  test("BlockingOwnerRefDoesBlock: an owner waits for a dependent that has a finalizer itself", async () => {
    const api = start();
    const owner = await api.create("Car", "a");
    await api.create("Wheel", "a", { owners: [ownerOf(owner, blocking)], finalizers: x });
    await api.delete("Car", "a", foreground);
    await eventually(async () => (await api.find("Wheel", "a"))?.metadata.deletionTimestamp !== undefined);
    await api.settled();
    expect((await api.find("Car", "a"))?.metadata.finalizers).toEqual(["foregroundDeletion"]);
    await api.of("Wheel").patch("a", { type: "merge", body: { metadata: { finalizers: null } } });
    await api.gone("Car", "a");
  });

  test("BlockingOwnerRefDoesBlock: a dependent that no longer blocks releases its owner", async () => {
    for (const ownerReferences of [null, [{ blockOwnerDeletion: false }]]) {
      const api = start();
      const owner = await api.create("Car", "a");
      await api.create("Wheel", "a", { owners: [ownerOf(owner, blocking)], finalizers: x });
      await api.delete("Car", "a", foreground);
      await eventually(async () => (await api.find("Wheel", "a"))?.metadata.deletionTimestamp !== undefined);
      const next = ownerReferences?.map((own) => ownerOf(owner, own)) ?? null;
      await api.of("Wheel").patch("a", { type: "merge", body: { metadata: { ownerReferences: next } } });
      await api.gone("Car", "a");
      await api.stop();
    }
  });

  test("CustomResourceCascadingDeletion: the dependents of dependents are deleted first", async () => {
    const api = start();
    const depot = await api.create("Depot", "a");
    const car = await api.create("Car", "a", { owners: [ownerOf(depot, blocking)] });
    await api.create("Wheel", "a", { owners: [ownerOf(car, blocking)], finalizers: x });
    await api.delete("Depot", "a", foreground);
    await eventually(async () => (await api.find("Wheel", "a"))?.metadata.deletionTimestamp !== undefined);
    expect((await api.find("Car", "a"))?.metadata.finalizers).toEqual(["foregroundDeletion"]);
    expect((await api.find("Depot", "a"))?.metadata.finalizers).toEqual(["foregroundDeletion"]);
    await api.of("Wheel").patch("a", { type: "merge", body: { metadata: { finalizers: null } } });
    await api.gone("Depot", "a");
    expect(await api.names("Car")).toEqual([]);
  });

  test("a dependency cycle does not block a foreground deletion", async () => {
    const api = start();
    const owners = [];
    for (const name of ["a", "b", "c"]) owners.push(await api.create("Car", name));
    for (const [index, name] of ["b", "c", "a"].entries()) {
      const [owner] = owners.slice(index);
      if (owner === undefined) throw new Error("no owner");
      const body = { metadata: { ownerReferences: [ownerOf(owner, blocking)] } };
      await api.of("Car").patch(name, { type: "merge", body });
    }
    await api.delete("Car", "a", foreground);
    await eventually(async () => {
      expect(await api.names("Car")).toEqual([]);
    });
  });

  test("a dependent with the finalizer orphan keeps its own dependents", async () => {
    const api = start();
    const depot = await api.create("Depot", "a");
    const car = await api.create("Car", "a", { owners: [ownerOf(depot)], finalizers: ["orphan"] });
    await api.create("Wheel", "a", { owners: [ownerOf(car)] });
    await api.delete("Depot", "a");
    await api.gone("Car", "a");
    await api.settled();
    expect((await api.find("Wheel", "a"))?.metadata).not.toHaveProperty("ownerReferences");
  });

  test("an object that owns itself does not block its own deletion", async () => {
    const api = start();
    const car = await api.create("Car", "a");
    const body = { metadata: { ownerReferences: [ownerOf(car, blocking)] } };
    await api.of("Car").patch("a", { type: "merge", body });
    await api.delete("Car", "a", foreground);
    await api.gone("Car", "a");
  });

  test("a deletion of a collection cascades too", async () => {
    const api = start();
    for (const name of ["a", "b"]) {
      const owner = await api.create("Car", name);
      await api.create("Wheel", name, { owners: [ownerOf(owner, blocking)] });
    }
    await api.of("Car").deleteCollection(orphan);
    await eventually(async () => {
      expect(await api.names("Car")).toEqual([]);
    });
    await api.settled();
    expect(await api.names("Wheel")).toEqual(["a", "b"]);
  });
});
