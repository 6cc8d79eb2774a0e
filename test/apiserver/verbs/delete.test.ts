import { describe, expect, test } from "vitest";
import { InProcessServer, group, pizza, pizzas, textOf, toppings } from "../harness.js";
import { bakeryGroup, oven, ovens } from "./bakery.js";

const resource = "pizzas.restaurant.programming-kubernetes.info";

async function withPizza(metadata: object = {}): Promise<InProcessServer> {
  const server = new InProcessServer({ groups: [bakeryGroup] });
  await server.post(pizzas, { ...pizza("a", "tomato"), metadata: { name: "a", ...metadata } });
  return server;
}

async function withPizzas(...names: readonly string[]): Promise<InProcessServer> {
  const server = new InProcessServer();
  for (const name of names) await server.post(pizzas, pizza(name, "tomato"));
  return server;
}

describe("a deletion", () => {
  test("the response to a deletion is a Status", async () => {
    const server = await withPizzas("a");
    const { metadata } = (await server.get(`${pizzas}/a`)).json;
    const { status, json } = await server.delete(`${pizzas}/a`);
    expect(status).toBe(200);
    expect(json).toEqual({
      kind: "Status",
      apiVersion: "v1",
      metadata: {},
      status: "Success",
      details: { name: "a", group: "restaurant.programming-kubernetes.info", kind: "pizzas", uid: metadata?.["uid"] },
    });
    expect((await server.delete(`${pizzas}/a`)).status).toBe(404);
  });

  test("the server checks preconditions", async () => {
    const server = await withPizzas("a");
    const { json } = await server.delete(`${pizzas}/a`, { preconditions: { uid: "x" } });
    expect(json["message"]).toMatch(
      /^Operation cannot be fulfilled on Pizza\.restaurant\.programming-kubernetes\.info "a": the UID in the precondition \(x\) does not match the UID in record/,
    );
    expect((await server.delete(`${pizzas}/a`, { preconditions: { resourceVersion: "2" } })).status).toBe(200);
  });

  test("a dry run deletes nothing", async () => {
    const server = await withPizzas("a");
    expect((await server.delete(`${pizzas}/a?dryRun=All`)).status).toBe(200);
    expect((await server.get(`${pizzas}/a`)).status).toBe(200);
  });

  test("an object with finalizers exists until they are removed", async () => {
    const server = new InProcessServer();
    await server.post(pizzas, { metadata: { name: "a", finalizers: ["example.com/f"] } });
    const first = await server.delete(`${pizzas}/a`);
    expect(first.json["metadata"]).toMatchObject({
      finalizers: ["example.com/f"],
      deletionGracePeriodSeconds: 0,
      resourceVersion: "3",
    });
    expect((await server.delete(`${pizzas}/a`)).json).toEqual(first.json);
    expect((await server.post(pizzas, pizza("a"))).json["message"]).toMatch(/^object is being deleted: /);

    const added = await server.patch(`${pizzas}/a`, "merge-patch", {
      metadata: { finalizers: ["example.com/f", "x"] },
    });
    expect(added.json["message"]).toContain(
      'no new finalizers can be added if the object is being deleted, found new finalizers []string{"x"}',
    );

    const last = await server.patch(`${pizzas}/a`, "merge-patch", { metadata: { finalizers: null } });
    expect([last.status, last.json["metadata"]?.["resourceVersion"]]).toEqual([200, "3"]);
    expect((await server.get(`${pizzas}/a`)).status).toBe(404);
  });

  test("the server validates the propagation policy", async () => {
    const server = await withPizzas("b");
    const { json } = await server.delete(`${pizzas}/b`, { propagationPolicy: "Foo" });
    expect(json["message"]).toBe(
      'DeleteOptions.meta.k8s.io "" is invalid: propagationPolicy: Unsupported value: "Foo": supported values: "Foreground", "Background", "Orphan", "nil"',
    );
  });
});

test("the deletion of a collection uses the selectors, and returns the list from before the deletion", async () => {
  const server = await withPizzas("a", "b", "c");
  await server.patch(`${pizzas}/b`, "merge-patch", { metadata: { labels: { keep: "no" } } });
  const { status, json } = await server.delete(`${pizzas}?labelSelector=keep`);
  expect(status).toBe(200);
  expect(json).toMatchObject({ kind: "PizzaList", items: [{ metadata: { name: "b" } }] });
  expect((await server.get(pizzas)).json["items"]).toMatchObject([
    { metadata: { name: "a" } },
    { metadata: { name: "c" } },
  ]);
});

describe("options of a DELETE", () => {
  test.each<readonly [body: unknown, code: number, message: string]>([
    ["{", 400, "couldn't get version/kind; json parse error: unexpected end of JSON input"],
    [{ kind: "Foo" }, 400, 'no kind "Foo" is registered for version "meta.k8s.io/v1"'],
    [{ kind: "Foo", apiVersion: "v1" }, 400, 'no kind "Foo" is registered for version "v1"'],
    [
      { gracePeriodSeconds: "1" },
      400,
      "json: cannot unmarshal string into Go struct field DeleteOptions.gracePeriodSeconds of type int64 (the value must be an integer in the range of its type)",
    ],
    [
      { propagationPolicy: "None" },
      422,
      'DeleteOptions.meta.k8s.io "" is invalid: propagationPolicy: Unsupported value: "None": supported values: "Foreground", "Background", "Orphan", "nil"',
    ],
    [
      { propagationPolicy: "Background", orphanDependents: false },
      422,
      'DeleteOptions.meta.k8s.io "" is invalid: propagationPolicy: Invalid value: "Background": orphanDependents and deletionPropagation cannot be both set',
    ],
    [
      { dryRun: ["Foo"] },
      422,
      'DeleteOptions.meta.k8s.io "" is invalid: dryRun: Unsupported value: ["Foo"]: supported values: "All"',
    ],
    [
      { ignoreStoreReadErrorWithClusterBreakingPotential: true, preconditions: {} },
      422,
      'DeleteOptions.meta.k8s.io "" is invalid: ignoreStoreReadErrorWithClusterBreakingPotential: Invalid value: true: cannot be set together with .preconditions',
    ],
  ])("the server refuses the options %j", async (body, code, message) => {
    const server = await withPizza();
    expect((await server.delete(`${pizzas}/a`, body)).json).toMatchObject({ code, message });
    expect((await server.get(`${pizzas}/a`)).status).toBe(200);
  });

  test.each([
    { apiVersion: "v1" },
    { apiVersion: "meta.k8s.io/v1", kind: "DeleteOptions" },
    { apiVersion: "no.such/v9" },
    { unknown: 1, gracePeriodSeconds: -1 },
  ])("the server accepts the options %j", async (body) => {
    const server = await withPizza();
    const { status, json } = await server.delete(`${pizzas}/a`, body);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      kind: "Status",
      status: "Success",
      details: { name: "a", group: "restaurant.programming-kubernetes.info", kind: "pizzas" },
    });
    expect(json["code"]).toBeUndefined();
  });

  test("the server reads options in a query only if the request has no body", async () => {
    const server = await withPizza();
    expect((await server.delete(`${pizzas}/a?gracePeriodSeconds=x`)).json["code"]).toBe(400);
    expect((await server.delete(`${pizzas}/a?propagationPolicy=None`)).json["code"]).toBe(422);
    expect((await server.delete(`${pizzas}/a?dryRun=All`)).json["status"]).toBe("Success");
    expect((await server.get(`${pizzas}/a`)).status).toBe(200);
    await server.delete(`${pizzas}/a?dryRun=All`, {});
    expect((await server.get(`${pizzas}/a`)).status).toBe(404);
  });

  test("the server checks preconditions, the uid first", async () => {
    const server = await withPizza();
    const { json } = await server.get(`${pizzas}/a`);
    const [uid, resourceVersion] = [textOf(json["metadata"]?.["uid"]), textOf(json["metadata"]?.["resourceVersion"])];
    const both = await server.delete(`${pizzas}/a`, { preconditions: { uid: "x", resourceVersion: "y" } });
    expect(both.json).toMatchObject({
      code: 409,
      message: `Operation cannot be fulfilled on Pizza.restaurant.programming-kubernetes.info "a": the UID in the precondition (x) does not match the UID in record (${uid}). The object might have been deleted and then recreated`,
      details: { kind: "Pizza" },
    });
    const version = await server.delete(`${pizzas}/a`, { preconditions: { uid, resourceVersion: "y" } });
    expect(version.json["message"]).toContain(
      `the ResourceVersion in the precondition (y) does not match the ResourceVersion in record (${resourceVersion}). The object might have been modified`,
    );
    expect((await server.delete(`${pizzas}/a`, { preconditions: { uid, resourceVersion } })).status).toBe(200);
  });
});

describe("deletion without a garbage collector", () => {
  test.each(["Orphan", "Foreground", "Background"])("the policy %s deletes at once", async (propagationPolicy) => {
    const server = await withPizza();
    expect((await server.delete(`${pizzas}/a`, { propagationPolicy })).json["status"]).toBe("Success");
    expect((await server.get(`${pizzas}/a`)).status).toBe(404);
  });

  test("finalizers of a client stay with every policy", async () => {
    const server = await withPizza();
    await server.patch(`${pizzas}/a`, "merge-patch", { metadata: { finalizers: ["orphan", "example.com/a"] } });
    const { json } = await server.delete(`${pizzas}/a`, { propagationPolicy: "Background" });
    expect(json["metadata"]).toMatchObject({
      finalizers: ["orphan", "example.com/a"],
      deletionTimestamp: expect.any(String) as unknown,
    });
  });

  test("a deletion increments the generation once, and a dry run only shows the new generation", async () => {
    const server = await withPizza();
    await server.post(ovens, { ...oven("a"), metadata: { name: "a", finalizers: ["example.com/a"] } });
    const dry = await server.delete(`${ovens}/a?dryRun=All`);
    expect(dry.json["metadata"]).toMatchObject({ generation: 2, deletionTimestamp: expect.any(String) as unknown });
    expect((await server.get(`${ovens}/a`)).json["metadata"]?.["deletionTimestamp"]).toBeUndefined();
    await server.delete(`${ovens}/a`);
    const second = await server.delete(`${ovens}/a`, { propagationPolicy: "Foreground" });
    expect(second.json["metadata"]).toMatchObject({ generation: 2, finalizers: ["example.com/a"] });
    expect((await server.delete(`${ovens}/a`, { orphanDependents: false })).status).toBe(202);
  });
});

describe("unreadable objects", () => {
  const key =
    "/registry/pizza-apiserver.programming-kubernetes.info/restaurant.programming-kubernetes.info/pizzas/default/broken";

  test("the option deletes an unreadable object", async () => {
    const server = await withPizza();
    await server.storage.create(key, Buffer.from("nonsense"));
    expect((await server.delete(`${pizzas}/broken`)).status).toBe(500);
    const gone = await server.delete(`${pizzas}/broken?ignoreStoreReadErrorWithClusterBreakingPotential=true`);
    expect(gone.json).toEqual({
      kind: "Status",
      apiVersion: "v1",
      metadata: {},
      status: "Success",
      details: { name: "broken", kind: "Pizza" },
      code: 200,
    });
    expect((await server.get(`${pizzas}/broken`)).status).toBe(404);
  });

  test("the server refuses the option for a readable object", async () => {
    const server = await withPizza();
    const { json } = await server.delete(`${pizzas}/a`, { ignoreStoreReadErrorWithClusterBreakingPotential: true });
    expect(json).toMatchObject({
      code: 409,
      message: `Operation cannot be fulfilled on ${resource} "a": StorageError: invalid object, Code: 4, Key: ${key.replace("broken", "a")}, ResourceVersion: 0, AdditionalErrorMsg: unsafe deletion is not allowed because the object is decodable from storage`,
    });
  });
});

describe("the deletion of a collection", () => {
  async function withToppings(): Promise<InProcessServer> {
    const server = new InProcessServer();
    for (const name of ["a", "b", "c"])
      await server.post(toppings, {
        metadata: { name, labels: { kind: name === "c" ? "fish" : "meat" } },
        spec: { cost: 1 },
      });
    return server;
  }
  const names = (json: unknown) =>
    (json as { readonly items: readonly { readonly metadata: { readonly name: string } }[] }).items.map(
      ({ metadata }) => metadata.name,
    );

  test("the selectors apply, and the response is the list from before the deletion", async () => {
    const server = await withToppings();
    const { status, json } = await server.delete(`${toppings}?labelSelector=kind%3Dmeat`);
    expect(status).toBe(200);
    expect(json["kind"]).toBe("ToppingList");
    expect(names(json)).toEqual(["a", "b"]);
    expect(names((await server.get(toppings)).json)).toEqual(["c"]);
    expect(names((await server.delete(`${toppings}?fieldSelector=metadata.name%3Dnope`)).json)).toEqual([]);
  });

  test("a limit restricts the number of deleted objects; a dry run deletes none", async () => {
    const server = await withToppings();
    expect(names((await server.delete(`${toppings}?dryRun=All`)).json)).toEqual(["a", "b", "c"]);
    const page = await server.delete(`${toppings}?limit=2`);
    expect(names(page.json)).toEqual(["a", "b"]);
    expect(textOf(page.json["metadata"]?.["continue"])).not.toBe("");
    expect(names((await server.get(toppings)).json)).toEqual(["c"]);
  });

  test.each([
    ["?labelSelector=a%3D%3D%3Db", undefined, 400],
    ["?resourceVersionMatch=Exact", undefined, 422],
    ["", { propagationPolicy: "None" }, 422],
    ["", { preconditions: { uid: "x" } }, 409],
  ])("the server refuses %s with %j", async (query, body, code) => {
    const server = await withToppings();
    expect((await server.delete(`${toppings}${query}`, body)).status).toBe(code);
    expect(names((await server.get(toppings)).json)).toEqual(["a", "b", "c"]);
  });

  test("the collection of all namespaces cannot be deleted", async () => {
    for (const method of ["POST", "DELETE"])
      expect((await new InProcessServer().send(method, `${group}/v1beta1/pizzas`, { body: {} })).status).toBe(405);
  });
});
