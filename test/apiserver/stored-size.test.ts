import { describe, expect, test } from "vitest";
import { CachedStorage, MemoryStorage, type Storage } from "../../apiserver/storage/index.js";
import { bakeryGroup, oven, ovens } from "./verbs/bakery.js";
import { InProcessServer, alphaPizzas, group, pizzas, textOf, toppings, type Json, type Reply } from "./harness.js";

const limit = 1_572_864;
const tooLarge = {
  kind: "Status",
  status: "Failure",
  reason: "RequestEntityTooLarge",
  code: 413,
  message: `Request entity too large: limit is ${limit}`,
};
const prefix = "/registry/pizza-apiserver.programming-kubernetes.info/restaurant.programming-kubernetes.info/toppings/";
/**
 * Returns owner references of the given size. They make an object large, because annotations have a
 * separate limit.
 */
const filler = (bytes: number) => [{ apiVersion: "v1", kind: "K", name: "x".repeat(bytes), uid: "u" }];
const topping = (bytes: number, more: object = {}) => ({
  metadata: { name: "t", ownerReferences: filler(bytes), ...more },
  spec: { cost: 1 },
});

const storages: Readonly<Record<string, () => Storage>> = {
  memory: () => new MemoryStorage(),
  "a watch cache": () => new CachedStorage({ storage: new MemoryStorage(), sizeOf: () => 100 }),
};

/** Returns the number of bytes of the stored topping. */
async function storedSize(server: InProcessServer): Promise<number> {
  return (await server.storage.get(`${prefix}t`)).item?.value.length ?? 0;
}

describe.each(Object.entries(storages))("objects above the limit of stored objects, with %s", (_, storage) => {
  test("a create refuses a larger object, but not one with exactly the limit", async () => {
    const server = new InProcessServer({ storage: storage() });
    const { json } = await server.post(toppings, topping(1000));
    // An object that is too large is stored without managedFields.
    const managers = `"managedFields":${JSON.stringify(json["metadata"]?.["managedFields"])},`;
    const overhead = (await storedSize(server)) - 1000 - Buffer.byteLength(managers);
    await server.delete(`${toppings}/t`);
    expect((await server.post(toppings, topping(limit - overhead + 1))).json).toMatchObject(tooLarge);
    expect((await server.post(`${toppings}?dryRun=All`, topping(limit - overhead + 1))).json).toMatchObject(tooLarge);
    expect((await server.get(`${toppings}/t`)).status).toBe(404);
    expect((await server.post(toppings, topping(limit - overhead))).status).toBe(201);
    expect(await storedSize(server)).toBe(limit);
  });

  test("an update stores an object without managedFields if they make it too large, but an apply does not", async () => {
    const server = new InProcessServer({ storage: storage() });
    const { json } = await server.post(toppings, topping(1000));
    const overhead = (await storedSize(server)) - 1000;
    const uri = `${toppings}/t?fieldManager=chef&force=true`;
    const large = topping(limit - overhead + 1);
    const applied = await server.send("PATCH", uri, {
      body: { apiVersion: json["apiVersion"], kind: "Topping", ...large },
      headers: { "content-type": "application/apply-patch+yaml" },
    });
    expect(applied.json).toMatchObject(tooLarge);
    const updated = await server.patch(`${toppings}/t`, "merge-patch", large);
    expect([updated.status, updated.json["metadata"]?.["managedFields"]]).toEqual([200, undefined]);
    expect(await storedSize(server)).toBeLessThanOrEqual(limit);
  });

  test("a patch cannot make an object too large, and the stored object can still be changed and deleted", async () => {
    const server = new InProcessServer({ storage: storage() });
    await server.post(toppings, { metadata: { name: "t" }, spec: { cost: 1 } });
    const owner = (uid: string) => ({ apiVersion: "v1", kind: "K", name: "n".repeat(700_000), uid });
    const add = (uid: string, first: boolean) => [
      ...(first ? [{ op: "add", path: "/metadata/ownerReferences", value: [] }] : []),
      { op: "add", path: "/metadata/ownerReferences/-", value: owner(uid) },
    ];
    expect((await server.patch(`${toppings}/t`, "json-patch", add("u1", true))).status).toBe(200);
    expect((await server.patch(`${toppings}/t`, "json-patch", add("u2", false))).status).toBe(200);
    expect((await server.patch(`${toppings}/t`, "json-patch", add("u3", false))).json).toMatchObject(tooLarge);
    expect((await server.patch(`${toppings}/t?dryRun=All`, "json-patch", add("u3", false))).json).toMatchObject(
      tooLarge,
    );
    const { status, json } = await server.get(`${toppings}/t`);
    expect([status, Object.keys(json["metadata"]?.["ownerReferences"] ?? {}).length]).toEqual([200, 2]);
    expect((await server.patch(`${toppings}/t`, "merge-patch", { metadata: { ownerReferences: null } })).status).toBe(
      200,
    );
    expect((await server.delete(`${toppings}/t`)).status).toBe(200);
  });

  test("the limit applies to the storage version, in which a small pizza can be large", async () => {
    const server = new InProcessServer({ storage: storage() });
    const names = Array.from({ length: 18 }, (_unused, index) => `t${index}-${"x".repeat(1000)}`);
    for (const name of names) await server.post(toppings, { metadata: { name }, spec: { cost: 1 } });
    const large = (quantity: number) => ({
      metadata: { name: "p" },
      spec: { toppings: names.map((name) => ({ name, quantity })) },
    });
    expect((await server.post(pizzas, large(1000))).json).toMatchObject(tooLarge);
    expect((await server.post(pizzas, large(1))).status).toBe(201);
    expect((await server.patch(`${pizzas}/p`, "merge-patch", { spec: large(1000).spec })).json).toMatchObject(tooLarge);
    expect((await server.get(`${alphaPizzas}/p`)).json["spec"]?.["toppings"]).toHaveLength(18);
    expect((await server.delete(`${pizzas}/p`)).status).toBe(200);
  });
});

describe("an object whose JSON exceeds the longest string", () => {
  test("the object is too large", async () => {
    const server = new InProcessServer();
    // In v1alpha1, the storage version, the object would have 600 MB. The longest string of V8 has
    // only 512 MB.
    const large = Array.from({ length: 100 }, (_, index) => ({ name: `${index}-${"x".repeat(6000)}`, quantity: 1000 }));
    const { json } = await server.post(pizzas, { metadata: { name: "p" }, spec: { toppings: large } });
    expect([json["code"], json["message"]]).toEqual([413, tooLarge.message]);
  });
});

describe("status and scale", () => {
  const maxObjectBytes = 3000;
  const server = async (): Promise<InProcessServer> => {
    const made = new InProcessServer({
      groups: [(storage) => bakeryGroup(storage, undefined, {}, { maxObjectBytes })],
    });
    await made.post(ovens, oven("o"));
    return made;
  };
  const refused = { code: 413, message: `Request entity too large: limit is ${maxObjectBytes}` };

  test("the server refuses a status that makes the object too large", async () => {
    const served = await server();
    const status = (bytes: number) =>
      served.patch(`${ovens}/o/status`, "merge-patch", { status: { replicas: 1, heat: "x".repeat(bytes) } });
    expect((await status(5000)).json).toMatchObject(refused);
    expect((await status(500)).status).toBe(200);
  });

  test("the server refuses a scale whose replicas make the object too large, and accepts other scales", async () => {
    const served = await server();
    const key = "/registry/bakery/bakery.example.com/ovens/default/o";
    const scale = (replicas: number) => served.patch(`${ovens}/o/scale`, "merge-patch", { spec: { replicas } });
    await scale(1);
    const size = (await served.storage.get(key)).item?.value.length ?? 0;
    await served.patch(`${ovens}/o`, "merge-patch", {
      metadata: { annotations: { filler: "x".repeat(maxObjectBytes - size - 34) } },
    });
    for (;;) {
      const { item } = await served.storage.get(key);
      const missing = maxObjectBytes - (item?.value.length ?? 0);
      if (missing === 0) break;
      const { json } = await served.get(`${ovens}/o`);
      const filler = textOf(json["metadata"]?.["annotations"]?.["filler"]);
      await served.patch(`${ovens}/o`, "merge-patch", {
        metadata: { annotations: { filler: `${filler}${"x".repeat(missing)}` } },
      });
    }
    expect((await scale(2)).status).toBe(200);
    expect((await scale(10)).json).toMatchObject(refused);
    expect((await scale(3)).status).toBe(200);
  });
});

describe("a stored object that is larger than the limit", () => {
  // A patch with so many bytes is smaller than the limit of bodies.
  const large = 2 * limit - 1000;

  /** Returns a server whose store contains a topping that is nearly twice as large as the limit. */
  async function withLarge(metadata: object = {}): Promise<InProcessServer> {
    const storage = new MemoryStorage();
    const object = {
      kind: "Topping",
      apiVersion: "restaurant.programming-kubernetes.info/v1alpha1",
      ...topping(large, { uid: "u", creationTimestamp: "2020-01-01T00:00:00Z", ...metadata }),
    };
    await storage.create(`${prefix}t`, Buffer.from(`${JSON.stringify(object)}\n`));
    return new InProcessServer({ storage: new CachedStorage({ storage, sizeOf: () => 100 }) });
  }
  const change = (server: InProcessServer, metadata: object): Promise<Reply> =>
    server.patch(`${toppings}/t`, "merge-patch", { metadata });
  const fill = (server: InProcessServer, bytes: number): Promise<Reply> =>
    change(server, { ownerReferences: filler(bytes) });
  const size = (json: Json): number => textOf(json["metadata"]?.["ownerReferences"]?.[0]?.["name"]).length;

  test("clients can read and list the object", async () => {
    const server = await withLarge();
    expect(size((await server.get(`${toppings}/t`)).json)).toBe(large);
    expect((await server.get(toppings)).json["items"]).toHaveLength(1);
    expect((await server.get(`${group}/v1alpha1/toppings?limit=1`)).status).toBe(200);
  });

  test("clients can make the object smaller, even if it still exceeds the limit, but not larger", async () => {
    const server = await withLarge();
    expect((await change(server, { annotations: { more: "x" } })).json).toMatchObject(tooLarge);
    expect((await fill(server, large)).status).toBe(200);
    expect((await fill(server, limit + 100_000)).status).toBe(200);
    expect((await fill(server, limit + 200_000)).json).toMatchObject(tooLarge);
    expect((await fill(server, 1)).status).toBe(200);
    expect((await fill(server, limit)).json).toMatchObject(tooLarge);
  });

  test("clients can delete the object", async () => {
    const server = await withLarge();
    expect((await server.delete(`${toppings}/t`)).status).toBe(200);
    expect((await server.get(toppings)).json["items"]).toEqual([]);
  });

  test("the object can be marked as deleted, lose its finalizers one by one, and disappear", async () => {
    const server = await withLarge({ finalizers: ["example.com/a", "example.com/b"] });
    const marked = await server.delete(`${toppings}/t`);
    expect([marked.status, marked.json["metadata"]?.["deletionTimestamp"]]).toEqual([200, expect.any(String)]);
    expect(
      (await server.patch(`${toppings}/t`, "merge-patch", { metadata: { finalizers: ["example.com/b"] } })).status,
    ).toBe(200);
    expect((await server.patch(`${toppings}/t`, "merge-patch", { metadata: { finalizers: null } })).status).toBe(200);
    expect((await server.get(`${toppings}/t`)).status).toBe(404);
  });
});
