import { MemoryStorage, type APIObject, type Strategy } from "@apimachinery/apiserver";
import { describe, expect, test } from "vitest";
import { beforeDelete } from "../../../apiserver/registry/grace-period.js";
import { Events } from "../events.js";
import { InProcessServer, type HarnessOptions } from "../harness.js";
import { graceful } from "./example.js";
import { admit, carStore, context, garageGroup, hubCar } from "./group.js";
import { car, cars, type Car } from "./types.js";

/** Strategy of Go's testGracefulStrategy. */
const always: Strategy<Car> = { gracePeriodSeconds: (_, requested) => requested ?? 0 };

function server(strategy: Strategy<Car> = graceful, options: HarnessOptions = {}): InProcessServer {
  return new InProcessServer({ ...options, groups: [(storage) => garageGroup(storage, strategy)] });
}

const now = new Date("2026-01-01T00:00:00Z");
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString().replace(".000", "");

/** Go's TestBeforeDelete: rest/delete_test.go. */
describe("BeforeDelete of an object that is being deleted", () => {
  // Period of the object, requested period, period after it, effect.
  const rows = [
    [-1, -1, 1, "pending"],
    [-1, 0, 0, "started"],
    [-1, 1, 1, "pending"],
    [-1, 2, 1, "pending"],
    [0, -1, 0, "none"],
    [0, 0, 0, "none"],
    [0, 1, 0, "none"],
    [0, 2, 0, "none"],
    [1, -1, 1, "pending"],
    [1, 0, 0, "started"],
    [1, 1, 1, "pending"],
    [1, 2, 1, "pending"],
    [2, -1, 1, "started"],
    [2, 0, 0, "started"],
    [2, 1, 1, "started"],
    [2, 2, 2, "pending"],
  ] as const;

  test.each(rows)("period %d, request %d: the period becomes %d, and the deletion is %s", (own, asked, next, is) => {
    const object = hubCar("a", { deletionTimestamp: at(own), deletionGracePeriodSeconds: own });
    expect(beforeDelete((_, requested) => requested, object, asked, now).is).toBe(is);
    expect(object.metadata.deletionGracePeriodSeconds).toBe(next);
  });

  test.each([
    [50, 1],
    [0, 0],
  ])("a period of %d that would end in the past ends now, with %d", (asked, seconds) => {
    const object = hubCar("a", { deletionTimestamp: at(-60), deletionGracePeriodSeconds: 60 });
    expect(beforeDelete((_, requested) => requested, object, asked, now).is).toBe("started");
    expect(object.metadata).toMatchObject({ deletionTimestamp: at(0), deletionGracePeriodSeconds: seconds });
  });

  test("a shorter period moves the deletion time back", () => {
    const object = hubCar("a", { deletionTimestamp: at(60), deletionGracePeriodSeconds: 60 });
    beforeDelete((_, requested) => requested, object, 20, now);
    expect(object.metadata).toMatchObject({ deletionTimestamp: at(20), deletionGracePeriodSeconds: 20 });
  });
});

/** Go's rules testDeleteGraceful* of rest/resttest. */
describe("a deletion with a grace period", () => {
  test("has the default period of the object, and increments the generation", async () => {
    const store = carStore(new MemoryStorage(), graceful);
    await store.create(context(), hubCar("a", { generation: 1 }, { stopSeconds: 30 }), admit);
    const { object, isGone, isStatus } = await store.delete(context(), "a", { preconditions: {} }, admit);
    expect([isGone, isStatus]).toEqual([false, false]);
    expect(object.metadata).toMatchObject({ deletionGracePeriodSeconds: 30, generation: 2 });
    expect(Date.parse(object.metadata.deletionTimestamp ?? "")).toBeGreaterThan(Date.now() + 25_000);
    expect((await store.get("default", "a", "")).metadata).toEqual(object.metadata);
  });

  test("has the period of the request, in the body or in the query", async () => {
    const api = server();
    await api.post(cars, car("a", { stopSeconds: 30 }));
    const first = await api.delete(`${cars}/a?gracePeriodSeconds=20`);
    expect([first.status, first.json["kind"], first.json["metadata"]?.["deletionGracePeriodSeconds"]]).toEqual([
      200,
      "Car",
      20,
    ]);
    const second = await api.delete(`${cars}/a`, { gracePeriodSeconds: 10 });
    expect(second.json["metadata"]?.["deletionGracePeriodSeconds"]).toBe(10);
  });

  test("cannot be made longer, and the response is then a Status", async () => {
    const api = server();
    await api.post(cars, car("a", { stopSeconds: 30 }));
    await api.delete(`${cars}/a`);
    const longer = await api.delete(`${cars}/a`, { gracePeriodSeconds: 40 });
    expect([longer.status, longer.json["kind"], longer.json["status"]]).toEqual([200, "Status", "Success"]);
    expect((await api.delete(`${cars}/a`, { orphanDependents: false })).status).toBe(202);
    expect((await api.get(`${cars}/a`)).json["metadata"]?.["deletionGracePeriodSeconds"]).toBe(30);
  });

  test("of 0 seconds removes the object; watches see the deletion time first", async () => {
    const api = server(always);
    await api.post(cars, car("a"));
    const events = new Events(await api.response("GET", `${cars}?watch=true&resourceVersion=0`));
    await events.take(1);
    const { json } = await api.delete(`${cars}/a`);
    expect(json).toMatchObject({ kind: "Status", status: "Success", details: { name: "a", kind: "cars" } });
    const [changed, gone] = await events.take(2);
    expect(changed).toMatchObject({ type: "MODIFIED", object: { metadata: { deletionGracePeriodSeconds: 0 } } });
    expect(gone).toMatchObject({ type: "DELETED" });
    events.hangUp();
    expect((await api.get(`${cars}/a`)).status).toBe(404);
  });

  test("a second deletion with 0 seconds ends it, as kubelet does for pods", async () => {
    const api = server();
    await api.post(cars, car("a", { stopSeconds: 3600 }));
    await api.delete(`${cars}/a`);
    expect((await api.delete(`${cars}/a`, { gracePeriodSeconds: 0 })).json["kind"]).toBe("Status");
    expect((await api.get(`${cars}/a`)).status).toBe(404);
  });

  test("the strategy decides for each object", async () => {
    const api = server();
    await api.post(cars, car("parked"));
    expect((await api.delete(`${cars}/parked`, { gracePeriodSeconds: 30 })).json["kind"]).toBe("Status");
    expect((await api.get(`${cars}/parked`)).status).toBe(404);
  });

  test("applies to every object of a collection, with the period of each", async () => {
    const api = server();
    for (const seconds of [10, 20]) await api.post(cars, car(`c${seconds}`, { stopSeconds: seconds }));
    await api.post(cars, car("parked"));
    await api.delete(cars);
    const left = Object.values((await api.get(cars)).json["items"] ?? {});
    expect(left.map(({ metadata }) => metadata?.["deletionGracePeriodSeconds"])).toEqual([10, 20]);
    await api.delete(cars, { gracePeriodSeconds: 0 });
    expect((await api.get(cars)).json["items"]).toEqual([]);
  });

  test("a dry run shows the object of the deletion and stores nothing", async () => {
    const api = server();
    await api.post(cars, car("a", { stopSeconds: 30 }));
    const before = (await api.get(`${cars}/a`)).json;
    for (const seconds of [30, 0]) {
      const { json } = await api.delete(`${cars}/a`, { dryRun: ["All"], gracePeriodSeconds: seconds });
      expect([json["kind"], json["metadata"]?.["deletionGracePeriodSeconds"]]).toEqual(["Car", seconds]);
    }
    expect((await api.get(`${cars}/a`)).json).toEqual(before);
  });

  test("a very long period ends before the year 10000", async () => {
    const api = server();
    await api.post(cars, car("a", { stopSeconds: 1 }));
    const { status, json } = await api.delete(`${cars}/a`, { gracePeriodSeconds: Number.MAX_SAFE_INTEGER });
    expect([status, json["metadata"]?.["deletionTimestamp"]]).toEqual([200, "9999-12-31T23:59:59Z"]);
  });

  test("an invalid period of the strategy is an error that names it", async () => {
    const api = server({ gracePeriodSeconds: () => -1 });
    await api.post(cars, car("a"));
    const { status, json } = await api.delete(`${cars}/a`);
    expect([status, json["message"]]).toEqual([
      500,
      "Internal error occurred: gracePeriodSeconds of Car must return a whole number of seconds, or undefined to delete the object at once, and it returned a number",
    ]);
  });
});

/** Go's tests of store_test.go. */
describe("a store with grace periods", () => {
  test("StoreGracefulDeleteWithResourceVersion: the precondition applies to the object before its deletion", async () => {
    const store = carStore(new MemoryStorage(), always);
    await expect(store.delete(context(), "a", { preconditions: {} }, admit)).rejects.toMatchObject({ code: 404 });
    const { metadata } = await store.create(context(), hubCar("a"), admit);
    const preconditions = { resourceVersion: metadata.resourceVersion ?? "" };
    const { isGone } = await store.delete(context(), "a", { preconditions, gracePeriodSeconds: 0 }, admit);
    expect(isGone).toBe(true);
    await expect(store.get("default", "a", "")).rejects.toMatchObject({ code: 404 });
  });

  test.each([true, false])("GracefulStoreHandleFinalizers, garbage collection %s", async (enableGarbageCollection) => {
    const store = carStore(new MemoryStorage(), always, { enableGarbageCollection });
    await store.create(context(), hubCar("a", { finalizers: ["foo.com/x"], generation: 1 }), admit);
    const first = await store.delete(context(), "a", { preconditions: {}, gracePeriodSeconds: 0 }, admit);
    expect(first.isGone).toBe(false);
    const update = (finalizers: string[], colour: string) =>
      store.update(
        context(),
        "a",
        (current) => Promise.resolve(hubCar("a", { ...current?.metadata, finalizers }, { colour })),
        admit,
      );
    await update(["foo.com/x"], "blue");
    expect((await store.get("default", "a", "")).metadata.finalizers).toEqual(["foo.com/x"]);
    await update([], "green");
    await expect(store.get("default", "a", "")).rejects.toMatchObject({ code: 404 });
  });

  test("an object whose grace period runs stays when its last finalizer is removed", async () => {
    const api = server();
    await api.post(cars, car("a", { stopSeconds: 30 }, { finalizers: ["foo.com/x"] }));
    await api.delete(`${cars}/a`);
    const { status } = await api.patch(`${cars}/a`, "merge-patch", { metadata: { finalizers: null } });
    expect([status, (await api.get(`${cars}/a`)).status]).toEqual([200, 200]);
    await api.delete(`${cars}/a`, { gracePeriodSeconds: 0 });
    expect((await api.get(`${cars}/a`)).status).toBe(404);
  });

  test("a period of 0 with finalizers leaves the object until an update removes them", async () => {
    const api = server();
    await api.post(cars, car("a", { stopSeconds: 30 }, { finalizers: ["foo.com/x"] }));
    await api.delete(`${cars}/a`);
    const { json } = await api.delete(`${cars}/a`, { gracePeriodSeconds: 0 });
    expect([json["kind"], json["metadata"]?.["deletionGracePeriodSeconds"]]).toEqual(["Car", 0]);
    await api.patch(`${cars}/a`, "merge-patch", { metadata: { finalizers: null } });
    expect((await api.get(`${cars}/a`)).status).toBe(404);
  });

  test("an update cannot change the grace period, as in Go", async () => {
    const api = server();
    await api.post(cars, car("a", { stopSeconds: 30 }));
    await api.delete(`${cars}/a`);
    const patch = { metadata: { deletionGracePeriodSeconds: 0 } };
    const { status, json } = await api.patch(`${cars}/a`, "merge-patch", patch);
    expect([status, json["message"]]).toEqual([
      422,
      'Car.garage.example.com "a" is invalid: metadata.deletionGracePeriodSeconds: Invalid value: 0: field is immutable',
    ]);
  });

  test("an object that another program deletes in between is deleted", async () => {
    class Racing extends MemoryStorage {
      override async update(...args: Parameters<MemoryStorage["update"]>): ReturnType<MemoryStorage["update"]> {
        const item = await super.update(...args);
        await super.delete(item.key, item.revision);
        return item;
      }
    }
    const store = carStore(new Racing(), always);
    await store.create(context(), hubCar("a"), admit);
    expect(await store.delete(context(), "a", { preconditions: {} }, admit)).toMatchObject({ isGone: true });
  });

  test("admission checks the object before each of the two steps, and not at all if nothing is done", async () => {
    const store = carStore(new MemoryStorage(), graceful);
    await store.create(context(), hubCar("a", {}, { stopSeconds: 30 }), admit);
    const seen: (number | undefined)[] = [];
    const validate = (_: unknown, old: APIObject | undefined) => {
      seen.push(old?.metadata.deletionGracePeriodSeconds);
      return Promise.resolve();
    };
    for (const gracePeriodSeconds of [30, 40, 0])
      await store.delete(context(), "a", { preconditions: {}, gracePeriodSeconds }, validate);
    expect(seen).toEqual([undefined, 30, 0]);
  });
});
