import { MemoryStorage, type Strategy } from "@apimachinery/apiserver";
import { describe, expect, test } from "vitest";
import { Events } from "../events.js";
import { InProcessServer, textOf, type Json } from "../harness.js";
import { CountedCars } from "./example.js";
import { admit, carStore, context, garageGroup, hubCar } from "./group.js";
import { car, cars, type Car } from "./types.js";

const key = "garage.example.com/alike";
const alike = (json: Json | undefined) => json?.["metadata"]?.["annotations"]?.[key];
const mark = ({ metadata }: Car, name: string) => {
  metadata.annotations = { ...metadata.annotations, [name]: "true" };
};

function serverWith(strategy: Strategy<Car>, storage = new MemoryStorage()): InProcessServer {
  return new InProcessServer({ storage, groups: [(place) => garageGroup(place, strategy)] });
}

/** Records the calls of hooks, and marks the objects that they get. */
function recording(): { readonly calls: string[]; readonly strategy: Strategy<Car> } {
  const calls: string[] = [];
  const hook = (name: string) => (_context: unknown, object: Car) => {
    calls.push(name);
    mark(object, name);
  };
  return {
    calls,
    strategy: {
      allowCreateOnUpdate: true,
      afterCreate: hook("afterCreate"),
      afterUpdate: hook("afterUpdate"),
      afterDelete: hook("afterDelete"),
      decorate: (object) => {
        calls.push("decorate");
        mark(object, "decorate");
      },
    },
  };
}

/** Go's TestStoreCreateHooks, TestStoreUpdateHooks and TestStoreCreateOnUpdateHooks. */
describe("hooks of a store", () => {
  test("StoreCreateHooks: afterCreate runs before decorate, and both change only the returned object", async () => {
    const { calls, strategy } = recording();
    const storage = new MemoryStorage();
    const created = await carStore(storage, strategy).create(context(), hubCar("a"), admit);
    expect(calls).toEqual(["afterCreate", "decorate"]);
    expect(created.metadata.annotations).toEqual({ afterCreate: "true", decorate: "true" });
    expect((await carStore(storage).get("default", "a", "")).metadata.annotations).toBeUndefined();
  });

  test("StoreUpdateHooks: afterUpdate runs before decorate, and the update starts from the stored object", async () => {
    const { calls, strategy } = recording();
    const store = carStore(new MemoryStorage(), strategy);
    await store.create(context(), hubCar("a"), admit);
    calls.length = 0;
    const { object } = await store.update(
      context(),
      "a",
      (current) => {
        expect(current?.metadata.annotations).toBeUndefined();
        return Promise.resolve(hubCar("a", current?.metadata, { colour: "blue" }));
      },
      admit,
    );
    expect(calls).toEqual(["afterUpdate", "decorate"]);
    expect(object.metadata.annotations).toEqual({ afterUpdate: "true", decorate: "true" });
  });

  test("StoreCreateOnUpdateHooks: an update that creates the object runs afterCreate", async () => {
    const { calls, strategy } = recording();
    const store = carStore(new MemoryStorage(), strategy);
    await store.update(context(), "a", () => Promise.resolve(hubCar("a")), admit);
    expect(calls).toEqual(["afterCreate", "decorate"]);
  });

  test("StoreUpdateHooksInnerRetry: a repeated attempt runs the hook once", async () => {
    const { calls, strategy } = recording();
    const store = carStore(new MemoryStorage(), strategy);
    await store.create(context(), hubCar("a"), admit);
    calls.length = 0;
    const paint = (colour: string, meanwhile: () => Promise<unknown>) =>
      store.update(
        context(),
        "a",
        async (current) => {
          await meanwhile();
          return hubCar("a", current?.metadata, { colour });
        },
        admit,
      );
    let other: Promise<unknown> | undefined;
    const { object } = await paint("green", () => (other ??= paint("blue", () => Promise.resolve())));
    expect(object).toMatchObject({ spec: { colour: "green" } });
    expect(calls).toEqual(["afterUpdate", "decorate", "afterUpdate", "decorate"]);
  });

  test("a failed write runs no hook", async () => {
    const { calls, strategy } = recording();
    const store = carStore(new MemoryStorage(), strategy);
    const refuse = () => Promise.reject(new Error("no"));
    await expect(store.create(context(), hubCar("a"), refuse)).rejects.toThrow("no");
    await store.create(context(), hubCar("a"), admit);
    calls.length = 0;
    await expect(store.create(context(), hubCar("a"), admit)).rejects.toMatchObject({ code: 409 });
    await expect(store.delete(context(), "a", { preconditions: {} }, refuse)).rejects.toThrow("no");
    expect(calls).toEqual([]);
  });

  test("a dry run decorates the object and runs no other hook", async () => {
    const { calls, strategy } = recording();
    const api = serverWith(strategy);
    const { json } = await api.post(`${cars}?dryRun=All`, car("a"));
    expect([calls, json["metadata"]?.["annotations"]]).toEqual([["decorate"], { decorate: "true" }]);
  });

  test("afterDelete runs when an object is removed: by a delete, or with its last finalizer", async () => {
    const { calls, strategy } = recording();
    const api = serverWith(strategy);
    await api.post(cars, car("a"));
    await api.post(cars, car("b", {}, { finalizers: ["foo.com/x"] }));
    calls.length = 0;
    await api.delete(`${cars}/a`);
    await api.delete(`${cars}/b`);
    expect(calls.filter((name) => name === "afterDelete")).toHaveLength(1);
    await api.patch(`${cars}/b`, "merge-patch", { metadata: { finalizers: null } });
    expect(calls.filter((name) => name === "afterDelete")).toHaveLength(2);
    expect(calls).not.toContain("afterUpdate");
  });

  test("the response waits for the promise of a hook", async () => {
    let isDone = false;
    const api = serverWith({
      afterCreate: async () => {
        await new Promise((resolve) => setImmediate(resolve));
        isDone = true;
      },
    });
    await api.post(cars, car("a"));
    expect(isDone).toBe(true);
  });

  test("an error of a hook becomes the response, and the object stays", async () => {
    const api = serverWith({
      afterCreate: () => Promise.reject(new Error("the printer is broken")),
    });
    expect((await api.post(cars, car("a"))).status).toBe(500);
    expect(api.logged.join()).toContain("the printer is broken");
    expect((await api.get(`${cars}/a`)).status).toBe(200);
  });
});

describe("decorate of the example", () => {
  test("applies to gets, lists, tables and watches, and its result is in no cache", async () => {
    const storage = new MemoryStorage();
    const api = serverWith(new CountedCars(), storage);
    await api.post(cars, car("a"));
    expect(alike((await api.get(`${cars}/a`)).json)).toBe("1");
    const events = new Events(await api.response("GET", `${cars}?watch=true&resourceVersion=0`));
    const other = new Events(await api.response("GET", `${cars}?watch=true&resourceVersion=0`));
    expect(alike((await events.take(1))[0]?.["object"])).toBe("1");
    expect(alike((await api.post(cars, car("b"))).json)).toBe("2");
    for (const name of ["a", "b"]) expect(alike((await api.get(`${cars}/${name}`)).json)).toBe("2");
    const items = Object.values((await api.get(cars)).json["items"] ?? {});
    expect(items.map(alike)).toEqual(["2", "2"]);
    expect(alike((await events.take(1))[0]?.["object"])).toBeDefined();
    await other.take(2);
    const accept = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";
    expect((await api.get(cars, { accept })).text).toContain(`"${key}":"2"`);
    events.hangUp();
    other.hangUp();
    for (const { value } of (await storage.list("/registry/garage/")).items)
      expect(Buffer.from(value).toString()).not.toContain(key);
  });

  test("is called for deleted objects of a watch and of a response", async () => {
    const api = serverWith({
      decorate: (object) => {
        mark(object, "seen");
      },
    });
    await api.post(cars, car("a", {}, { finalizers: ["foo.com/x"] }));
    const events = new Events(await api.response("GET", `${cars}?watch=true&resourceVersion=0`));
    expect((await api.delete(`${cars}/a`)).json["metadata"]?.["annotations"]).toEqual({ seen: "true" });
    await api.patch(`${cars}/a`, "merge-patch", { metadata: { finalizers: null } });
    const [, , gone] = await events.take(3);
    expect(gone).toMatchObject({ type: "DELETED", object: { metadata: { annotations: { seen: "true" } } } });
    events.hangUp();
  });

  test("does not change what selectors, patches and writes see", async () => {
    const api = serverWith({
      decorate: (object) => {
        object.metadata.labels = { shown: "true" };
      },
    });
    await api.post(cars, car("a"));
    expect((await api.get(`${cars}?labelSelector=shown`)).json["items"]).toEqual([]);
    const test = [{ op: "test", path: "/metadata/labels", value: { shown: "true" } }];
    expect((await api.patch(`${cars}/a`, "json-patch", test)).status).toBe(422);
    const version = (json: Json) => textOf(json["metadata"]?.["resourceVersion"]);
    const before = version((await api.get(`${cars}/a`)).json);
    expect(version((await api.patch(`${cars}/a`, "merge-patch", {})).json)).toBe(before);
  });

  test("that returns a changed copy is an error", async () => {
    const copying = { decorate: (object: Car) => ({ ...object }) };
    // @ts-expect-error -- a program in JavaScript can return a value here
    const api = serverWith(copying);
    const { status, json } = await api.post(cars, car("a"));
    expect([status, json["message"]]).toEqual([
      500,
      "Internal error occurred: decorate of Car must return nothing, because it changes the object in place, and it returned an object",
    ]);
  });
});
