import { describe, expect, test } from "vitest";
import { InProcessServer, administrator, group, pizza, pizzas, textOf, toppings } from "../harness.js";
import { bakeryGroup, oven, ovens } from "./bakery.js";

const resource = "pizzas.restaurant.programming-kubernetes.info";

async function withPizza(metadata: object = {}): Promise<InProcessServer> {
  const server = new InProcessServer({ groups: [bakeryGroup] });
  await server.post(pizzas, { ...pizza("a", "tomato"), metadata: { name: "a", ...metadata } });
  return server;
}

describe("a PUT of a missing object", () => {
  test("the PUT creates the object if the kind allows that", async () => {
    const server = await withPizza();
    const { status, json } = await server.put(`${ovens}/a`, {
      ...oven("a"),
      metadata: { name: "a", resourceVersion: "77" },
    });
    expect(status).toBe(201);
    expect(json["metadata"]).toMatchObject({ name: "a", generation: 1, uid: expect.any(String) as unknown });
    const dry = await server.put(`${ovens}/b?dryRun=All`, oven("b"));
    expect(dry.status).toBe(201);
    expect((await server.get(`${ovens}/b`)).status).toBe(404);
    const uid = await server.put(`${ovens}/c`, { ...oven("c"), metadata: { name: "c", uid: "x" } });
    expect(uid.json["message"]).toContain("Precondition failed: UID in precondition: x, UID in object meta: ");
  });

  test("the PUT fails if the user may not create or the kind does not allow it", async () => {
    const user = { name: "updater", groups: [], extra: {} };
    const config = {
      authenticators: [() => user],
      authorizers: [
        ({ info }: { readonly info: { readonly verb: string } }) =>
          info.verb === "create" ? ("no opinion" as const) : ("allow" as const),
      ],
    };
    const server = new InProcessServer({ groups: [bakeryGroup], config });
    const { json } = await server.put(`${ovens}/a`, oven("a"));
    expect(json).toMatchObject({
      code: 403,
      message:
        'ovens.bakery.example.com "a" is forbidden: User "updater" cannot create resource "ovens" in API group "bakery.example.com" in the namespace "default"',
    });
    expect((await server.patch(`${ovens}/a`, "merge-patch", {})).status).toBe(404);
    const missing = await server.put(`${pizzas}/b`, {
      ...pizza("b"),
      metadata: { name: "b", uid: "x", resourceVersion: "1" },
    });
    expect(missing.json).toMatchObject({ code: 404, message: `${resource} "b" not found` });
    expect(administrator.name).toBe("admin");
  });
});

test("concurrent PUTs of a missing object: one creates, the rest update", async () => {
  const server = await withPizza();
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, replicas) => server.put(`${ovens}/a`, oven("a", { replicas }))),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([...Array.from({ length: 19 }, () => 200), 201]);
});

describe("a PUT", () => {
  test("a PUT without a resourceVersion overwrites if the kind allows that", async () => {
    const server = await withPizza();
    await server.post(ovens, oven("a"));
    for (const metadata of [{ name: "a" }, { name: "a", resourceVersion: "0" }])
      expect((await server.put(`${ovens}/a`, { ...oven("a", { replicas: 3 }), metadata })).status).toBe(200);
    const refused = await server.put(`${pizzas}/a`, pizza("a"));
    expect(refused.json["message"]).toBe(
      `${resource} "a" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update`,
    );
    const odd = await server.put(`${pizzas}/a`, { ...pizza("a"), metadata: { name: "a", resourceVersion: "abc" } });
    expect(odd.json["code"]).toBe(400);
  });

  test("an unchanged object is not written, whatever its system fields are", async () => {
    const server = await withPizza();
    const { json } = await server.get(`${pizzas}/a`);
    const again = await server.put(`${pizzas}/a`, {
      ...json,
      metadata: { ...json["metadata"], generation: 99, creationTimestamp: "2020-01-01T00:00:00Z" },
    });
    expect(again.json).toEqual(json);
  });

  test("all immutable metadata is reported at once", async () => {
    const server = await withPizza();
    const { json } = await server.get(`${pizzas}/a`);
    const metadata = { ...json["metadata"], deletionTimestamp: "2020-01-01T00:00:00Z", deletionGracePeriodSeconds: 3 };
    expect((await server.put(`${pizzas}/a`, { ...json, metadata })).json["message"]).toContain(
      '[metadata.deletionTimestamp: Invalid value: "2020-01-01T00:00:00Z": field is immutable, metadata.deletionGracePeriodSeconds: Invalid value: 3: field is immutable]',
    );
  });

  test("a PUT cannot add finalizers to an object that is being deleted, and removes it with the last finalizer", async () => {
    const server = await withPizza({ finalizers: ["example.com/a"] });
    await server.delete(`${pizzas}/a`);
    const { json } = await server.get(`${pizzas}/a`);
    const more = await server.put(`${pizzas}/a`, {
      ...json,
      metadata: { ...json["metadata"], finalizers: ["example.com/a", "example.com/b"] },
    });
    expect(more.json["message"]).toContain(
      'metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"example.com/b"}',
    );
    const last = await server.put(`${pizzas}/a`, { ...json, metadata: { ...json["metadata"], finalizers: [] } });
    expect(last.status).toBe(200);
    expect(last.json["metadata"]).toMatchObject({
      resourceVersion: json["metadata"]?.["resourceVersion"],
      deletionTimestamp: json["metadata"]?.["deletionTimestamp"],
    });
    expect((await server.get(`${pizzas}/a`)).status).toBe(404);
  });
});

describe("options of a DELETE", () => {
  test.each<readonly [body: unknown, code: number, message: string]>([
    ["{", 400, "couldn't get version/kind; json parse error: unexpected end of JSON input"],
    [{ kind: "Foo" }, 400, 'no kind "Foo" is registered for version "meta.k8s.io/v1"'],
    [{ kind: "Foo", apiVersion: "v1" }, 400, 'no kind "Foo" is registered for version "v1"'],
    [
      { gracePeriodSeconds: "1" },
      400,
      "json: cannot unmarshal string into Go struct field DeleteOptions.gracePeriodSeconds of type int64",
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
  ])("the options %j are refused", async (body, code, message) => {
    const server = await withPizza();
    expect((await server.delete(`${pizzas}/a`, body)).json).toMatchObject({ code, message });
    expect((await server.get(`${pizzas}/a`)).status).toBe(200);
  });

  test.each([
    { apiVersion: "v1" },
    { apiVersion: "meta.k8s.io/v1", kind: "DeleteOptions" },
    { apiVersion: "no.such/v9" },
    { unknown: 1, gracePeriodSeconds: -1 },
  ])("the options %j are accepted", async (body) => {
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

  test("options in a query count only without a body", async () => {
    const server = await withPizza();
    expect((await server.delete(`${pizzas}/a?gracePeriodSeconds=x`)).json["code"]).toBe(400);
    expect((await server.delete(`${pizzas}/a?propagationPolicy=None`)).json["code"]).toBe(422);
    expect((await server.delete(`${pizzas}/a?dryRun=All`)).json["status"]).toBe("Success");
    expect((await server.get(`${pizzas}/a`)).status).toBe(200);
    await server.delete(`${pizzas}/a?dryRun=All`, {});
    expect((await server.get(`${pizzas}/a`)).status).toBe(404);
  });

  test("preconditions are checked, the uid first", async () => {
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
  test.each(["Orphan", "Foreground", "Background"])("%s deletes at once", async (propagationPolicy) => {
    const server = await withPizza();
    expect((await server.delete(`${pizzas}/a`, { propagationPolicy })).json["status"]).toBe("Success");
    expect((await server.get(`${pizzas}/a`)).status).toBe(404);
  });

  test("finalizers of a client stay, whatever the policy", async () => {
    const server = await withPizza();
    await server.patch(`${pizzas}/a`, "merge-patch", { metadata: { finalizers: ["orphan", "example.com/a"] } });
    const { json } = await server.delete(`${pizzas}/a`, { propagationPolicy: "Background" });
    expect(json["metadata"]).toMatchObject({
      finalizers: ["orphan", "example.com/a"],
      deletionTimestamp: expect.any(String) as unknown,
    });
  });

  test("the generation grows once, and a dry run only shows it", async () => {
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

describe("an unreadable object", () => {
  const key =
    "/registry/pizza-apiserver.programming-kubernetes.info/restaurant.programming-kubernetes.info/pizzas/default/broken";

  test("the object is deleted with the option", async () => {
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

  test("the option is refused for a readable object", async () => {
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
      await server.post(toppings, { metadata: { name, labels: { kind: name === "c" ? "fish" : "meat" } } });
    return server;
  }
  const names = (json: unknown) =>
    (json as { readonly items: readonly { readonly metadata: { readonly name: string } }[] }).items.map(
      ({ metadata }) => metadata.name,
    );

  test("selectors apply, and the response is the list as it was before", async () => {
    const server = await withToppings();
    const { status, json } = await server.delete(`${toppings}?labelSelector=kind%3Dmeat`);
    expect(status).toBe(200);
    expect(json["kind"]).toBe("ToppingList");
    expect(names(json)).toEqual(["a", "b"]);
    expect(names((await server.get(toppings)).json)).toEqual(["c"]);
    expect(names((await server.delete(`${toppings}?fieldSelector=metadata.name%3Dnope`)).json)).toEqual([]);
  });

  test("a limit deletes that many objects, a dry run none", async () => {
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
  ])("%s with %j is refused", async (query, body, code) => {
    const server = await withToppings();
    expect((await server.delete(`${toppings}${query}`, body)).status).toBe(code);
    expect(names((await server.get(toppings)).json)).toEqual(["a", "b", "c"]);
  });

  test("all namespaces have no deletion", async () => {
    for (const method of ["POST", "DELETE"])
      expect((await new InProcessServer().send(method, `${group}/v1beta1/pizzas`, { body: {} })).status).toBe(405);
  });
});
