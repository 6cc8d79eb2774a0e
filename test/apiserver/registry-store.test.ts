import {
  defaultRunConfig,
  everyObject,
  MemoryStorage,
  type APIObject,
  type RequestContext,
  type Store,
} from "@apimachinery/apiserver";
import { describe, expect, test } from "vitest";
import { markDeleted } from "../../apiserver/registry/deletion.js";
import { administrator, InProcessServer, pizza, pizzas, toppings, type Json } from "./harness.js";
import { restaurantGroup } from "./restaurant-group.js";

const resource = "pizzas.restaurant.programming-kubernetes.info";
const admit = () => Promise.resolve();

/**
 * Returns the store of pizzas. The tests use it in the same way as Go's tests use registry.Store.
 */
function pizzaStore(): Store {
  const store = restaurantGroup(new MemoryStorage()).versions["v1beta1"]?.["pizzas"]?.store;
  if (store === undefined) throw new Error("no store of pizzas");
  return store;
}

const context = (isDryRun = false): RequestContext => ({
  namespace: "default",
  user: administrator,
  isDryRun,
  warn: () => undefined,
});
const object = (name: string, metadata: object = {}): APIObject =>
  ({
    kind: "Pizza",
    apiVersion: "restaurant.programming-kubernetes.info/__internal",
    metadata: { name, namespace: "default", ...metadata },
    spec: { toppings: [] },
    status: {},
  }) as APIObject;
const labelled = (store: Store, name: string) =>
  store.update(
    context(),
    name,
    (current) => Promise.resolve(object(name, { ...current?.metadata, labels: { modified: "true" } })),
    admit,
  );
const names = (json: Json) => Object.values(json["items"] ?? {}).map(({ metadata }) => metadata?.["name"]);

describe("RetryDeleteValidation", () => {
  test.each([
    [["example.com/pending"], false],
    [[], true],
  ])(
    "finalizers %j: validation runs again for an object that another write has changed",
    async (finalizers, isGone) => {
      const store = pizzaStore();
      await store.create(context(), object("a", { finalizers }), admit);
      const judged: (string | undefined)[] = [];
      const deleted = await store.delete(context(), "a", { preconditions: {} }, async (_, old) => {
        judged.push(old?.metadata.labels?.["modified"]);
        if (judged.length === 1) await labelled(store, "a");
      });
      expect(judged).toEqual([undefined, "true"]);
      expect([deleted.isGone, deleted.object.metadata.labels]).toEqual([isGone, { modified: "true" }]);
    },
  );

  test("DeleteWithConflict: the store checks preconditions again for the newer object", async () => {
    const store = pizzaStore();
    const { metadata } = await store.create(context(), object("a"), admit);
    const preconditions = { resourceVersion: metadata.resourceVersion ?? "" };
    const deletion = store.delete(context(), "a", { preconditions }, async () => {
      await labelled(store, "a");
    });
    await expect(deletion).rejects.toThrow(
      "the ResourceVersion in the precondition (2) does not match the ResourceVersion in record (3). The object might have been modified",
    );
    expect((await store.get("default", "a", "")).metadata.labels).toEqual({ modified: "true" });
  });
});

describe("a collection", () => {
  test("StoreDeleteCollectionNotFound: concurrent deletions do not disturb each other", async () => {
    const server = new InProcessServer();
    for (let round = 0; round < 10; round++) {
      for (const name of ["foo", "bar"]) await server.post(pizzas, pizza(name, "tomato"));
      const replies = await Promise.all([server.delete(pizzas), server.delete(pizzas)]);
      expect(replies.map(({ status }) => status)).toEqual([200, 200]);
      expect(names((await server.get(pizzas)).json)).toEqual([]);
    }
  });

  test("StoreDeleteCollectionWithContextCancellation: the deletion stops when the client disconnects", async () => {
    let leave = (): void => undefined;
    const judged: string[] = [];
    const plugin = {
      name: "Leaving",
      handles: (operation: string) => operation === "DELETE",
      validate: ({ oldObject }: { readonly oldObject?: APIObject | undefined }) => {
        judged.push(oldObject?.metadata.name ?? "");
        leave();
        return Promise.resolve();
      },
    };
    const run = { ...defaultRunConfig, deleteCollectionWorkers: 2 };
    const server = new InProcessServer({ admission: [plugin], config: { run } });
    for (let index = 0; index < 20; index++) await server.post(pizzas, pizza(`n${String(index).padStart(2, "0")}`));
    await server.send("DELETE", pizzas, {
      afterwards: (then) => {
        leave = then;
      },
    });
    expect(judged).toEqual(["n00", "n01"]);
    expect(names((await server.get(pizzas)).json)).toHaveLength(18);
  });

  test("StoreDeleteCollectionNoMutateOptions: each deletion receives the original options", async () => {
    const server = new InProcessServer();
    for (const name of ["a", "b", "c"]) await server.post(pizzas, pizza(name));
    const options = Object.freeze({ gracePeriodSeconds: 50, preconditions: Object.freeze({}) });
    expect((await server.delete(pizzas, options)).status).toBe(200);
    expect(options).toEqual({ gracePeriodSeconds: 50, preconditions: {} });
    const store = pizzaStore();
    const given = Object.freeze({ preconditions: Object.freeze({}) });
    for (const name of ["a", "b"]) {
      await store.create(context(), object(name), admit);
      await store.delete(context(), name, given, admit);
    }
    expect(given).toEqual({ preconditions: {} });
  });

  test("StoreDeleteCollectionWithWatch: a watch receives the last state of the object", async () => {
    const store = pizzaStore();
    const created = await store.create(context(), object("a"), admit);
    const watch = store.watch("default", everyObject, Number(created.metadata.resourceVersion));
    await store.delete(context(), "a", { preconditions: {} }, admit);
    const [event] = watch.take();
    expect(event?.type).toBe("DELETED");
    expect({
      ...event?.object,
      metadata: { ...event?.object.metadata, resourceVersion: created.metadata.resourceVersion },
    }).toEqual(created);
  });
});

test("QualifiedResource: errors name the resource with its group", async () => {
  const store = pizzaStore();
  const update = store.update(context(), "a", (current) => Promise.resolve(current ?? object("a")), admit);
  for (const missing of [
    update,
    store.get("default", "a", ""),
    store.delete(context(), "a", { preconditions: {} }, admit),
  ]) {
    await expect(missing).rejects.toMatchObject({
      code: 404,
      message: `${resource} "a" not found`,
      status: { details: { group: "restaurant.programming-kubernetes.info", kind: "pizzas" } },
    });
  }
  await store.create(context(), object("a"), admit);
  await expect(store.create(context(), object("a"), admit)).rejects.toMatchObject({
    code: 409,
    message: `${resource} "a" already exists`,
    status: { details: { group: "restaurant.programming-kubernetes.info", kind: "pizzas" } },
  });
});

test("StoreList: names, labels and fields select objects, at an exact revision and at any revision", async () => {
  const server = new InProcessServer();
  for (const [name, kind] of [
    ["bar", "x"],
    ["foo", "y"],
    ["qux", "y"],
  ] as const)
    await server.post(pizzas, { metadata: { name, labels: { kind } } });
  const rows: readonly (readonly [query: string, expected: readonly string[]])[] = [
    ["", ["bar", "foo", "qux"]],
    ["fieldSelector=metadata.name%3Dfoo", ["foo"]],
    ["fieldSelector=metadata.name%3Dnone", []],
    ["labelSelector=kind%3Dy", ["foo", "qux"]],
    ["labelSelector=kind%3Dy&fieldSelector=metadata.name!%3Dqux", ["foo"]],
    ["labelSelector=kind%3Dx&fieldSelector=metadata.name%3Dfoo", []],
  ];
  for (const [query, expected] of rows) {
    for (const revision of [
      "",
      "&resourceVersion=0",
      "&resourceVersion=4&resourceVersionMatch=Exact",
      "&resourceVersion=2&resourceVersionMatch=NotOlderThan",
    ]) {
      expect(names((await server.get(`${pizzas}?${query}${revision}`)).json), query + revision).toEqual(expected);
    }
  }
});

describe("a dry run", () => {
  test("DryRun{Update,Delete}MissingObjectFails: a dry run of a missing object is a 404", async () => {
    const store = pizzaStore();
    await expect(
      store.update(context(true), "a", () => Promise.reject(new Error("must not be asked")), admit),
    ).rejects.toMatchObject({ code: 404 });
    await expect(store.delete(context(true), "a", { preconditions: {} }, admit)).rejects.toMatchObject({ code: 404 });
  });

  test("DryRun{Update,Delete}Preconditions: a different uid is a conflict, and nothing changes", async () => {
    const store = pizzaStore();
    const { metadata } = await store.create(context(), object("a"), admit);
    const change = (uid: string) =>
      store.update(context(true), "a", () => Promise.resolve(object("a", { ...metadata, labels: { x: "y" } })), admit, {
        uid,
      });
    await expect(change("another")).rejects.toMatchObject({ code: 409 });
    expect((await change(metadata.uid ?? "")).object.metadata.labels).toEqual({ x: "y" });
    await expect(store.delete(context(true), "a", { preconditions: { uid: "another" } }, admit)).rejects.toMatchObject({
      code: 409,
    });
    expect((await store.delete(context(true), "a", { preconditions: { uid: metadata.uid ?? "" } }, admit)).isGone).toBe(
      true,
    );
    expect((await store.get("default", "a", "")).metadata).toEqual(metadata);
  });

  test.each(["", "all", "true", "none", "All&dryRun=none"])("every verb refuses dryRun=%s", async (value) => {
    const server = new InProcessServer();
    await server.post(pizzas, pizza("a"));
    const patch = { "content-type": "application/merge-patch+json" };
    const requests = [
      ["POST", pizzas],
      ["PUT", `${pizzas}/a`],
      ["PATCH", `${pizzas}/a`],
      ["DELETE", `${pizzas}/a`],
      ["DELETE", pizzas],
    ] as const;
    for (const [method, path] of requests) {
      const { status } = await server.send(
        method,
        `${path}?dryRun=${value}`,
        method === "DELETE" ? {} : { body: pizza("a"), headers: method === "PATCH" ? patch : {} },
      );
      expect([method, path, status]).toEqual([method, path, 422]);
    }
    expect(names((await server.get(pizzas)).json)).toEqual(["a"]);
  });

  test("dryRun=All stores nothing and sends no watch events", async () => {
    const server = new InProcessServer();
    await server.post(toppings, { metadata: { name: "a" }, spec: { cost: 1 } });
    const before = await server.storage.currentRevision();
    const events = server.storage.watch("/");
    const patch = { "content-type": "application/merge-patch+json" };
    await server.post(`${toppings}?dryRun=All`, { metadata: { name: "b" }, spec: { cost: 1 } });
    const { json } = await server.get(`${toppings}/a`);
    expect(
      (await server.put(`${toppings}/a?dryRun=All`, { ...json, metadata: { ...json["metadata"], labels: { x: "y" } } }))
        .status,
    ).toBe(200);
    expect(
      (
        await server.send("PATCH", `${toppings}/a?dryRun=All`, {
          body: { metadata: { labels: { x: "y" } } },
          headers: patch,
        })
      ).status,
    ).toBe(200);
    expect((await server.send("DELETE", `${toppings}/a?dryRun=All`)).status).toBe(200);
    expect((await server.send("DELETE", `${toppings}?dryRun=All`)).status).toBe(200);
    expect([await server.storage.currentRevision(), events.take()]).toEqual([before, []]);
  });
});

test("MarkAsDeleting: an existing deletion time stays, and the generation grows once", () => {
  const metadata = { name: "a", generation: 1, finalizers: ["example.com/f"] };
  markDeleted(metadata, new Date());
  expect(metadata).toMatchObject({
    deletionTimestamp: expect.any(String) as unknown,
    deletionGracePeriodSeconds: 0,
    generation: 2,
  });
  const past = { name: "a", generation: 1, deletionTimestamp: "2020-01-01T00:00:00Z" };
  markDeleted(past, new Date());
  expect(past).toEqual({
    name: "a",
    generation: 1,
    deletionTimestamp: "2020-01-01T00:00:00Z",
    deletionGracePeriodSeconds: 0,
  });
});

describe("concurrent writers", () => {
  test("concurrent writers that increment a counter and retry after conflicts lose no update", async () => {
    const server = new InProcessServer();
    await server.post(toppings, { metadata: { name: "counter", annotations: { count: "0" } }, spec: { cost: 1 } });
    const add = async (): Promise<void> => {
      for (;;) {
        const { json } = await server.get(`${toppings}/counter`);
        const annotations = { count: String(Number(json["metadata"]?.["annotations"]?.["count"]) + 1) };
        const { status } = await server.put(`${toppings}/counter`, {
          ...json,
          metadata: { ...json["metadata"], annotations },
        });
        if (status === 200) return;
        expect(status).toBe(409);
      }
    };
    await Promise.all(
      Array.from({ length: 24 }, async () => {
        for (let count = 0; count < 4; count++) await add();
      }),
    );
    expect((await server.get(`${toppings}/counter`)).json["metadata"]?.["annotations"]).toEqual({ count: "96" });
  });

  test("one of 50 creations of a name and one of 30 deletions succeed, and generated names differ", async () => {
    const server = new InProcessServer();
    const codes = async (replies: readonly Promise<{ readonly status: number }>[]) =>
      (await Promise.all(replies)).map(({ status }) => status).sort((a, b) => a - b);
    expect(await codes(Array.from({ length: 50 }, () => server.post(pizzas, pizza("a"))))).toEqual([
      201,
      ...Array<number>(49).fill(409),
    ]);
    expect(await codes(Array.from({ length: 30 }, () => server.delete(`${pizzas}/a`)))).toEqual([
      200,
      ...Array<number>(29).fill(404),
    ]);
    const made = await Promise.all(
      Array.from({ length: 200 }, () => server.post(pizzas, { metadata: { generateName: "g-" } })),
    );
    expect(new Set(made.map(({ json }) => json["metadata"]?.["name"])).size).toBe(200);
  });
});

describe("names", () => {
  test.each(["..", ".", "a/b", "a%b", "%2e%2e", "a\u0000b", "a\ud7ffb\ue000", "", "x".repeat(1025)])(
    "the server refuses the name %j",
    async (name) => {
      expect((await new InProcessServer().post(toppings, { metadata: { name }, spec: { cost: 1 } })).status).toBe(422);
    },
  );

  test.each(["é", "__proto__", "constructor", "toString", "x".repeat(1024)])(
    "the server accepts the name %j and returns it",
    async (name) => {
      const server = new InProcessServer();
      expect((await server.post(toppings, { metadata: { name }, spec: { cost: 1 } })).status).toBe(201);
      expect((await server.get(`${toppings}/${encodeURIComponent(name)}`)).json["metadata"]?.["name"]).toBe(name);
      expect(names((await server.get(toppings)).json)).toEqual([name]);
      expect((await server.delete(`${toppings}/${encodeURIComponent(name)}`)).status).toBe(200);
    },
  );

  test.each([
    ["..", 422],
    [".", 422],
    ["A", 422],
    ["%252e%252e", 422],
    ["%C3%A9", 422],
    ["-a", 422],
    ["a.b", 422],
    ["__proto__", 422],
    ["x".repeat(64), 422],
    ["a%2Fb", 404],
    ["x".repeat(63), 201],
  ])("the response for the namespace %s is a %i", async (namespace, code) => {
    expect((await new InProcessServer().post(pizzas.replace("default", namespace), pizza("a"))).status).toBe(code);
  });
});
