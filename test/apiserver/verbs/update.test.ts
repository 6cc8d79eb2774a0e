import { describe, expect, test } from "vitest";
import { InProcessServer, administrator, pizza, pizzas, textOf } from "../harness.js";
import { bakeryGroup, oven, ovens } from "./bakery.js";

const resource = "pizzas.restaurant.programming-kubernetes.info";
const details = (name: string) => ({ name, group: "restaurant.programming-kubernetes.info", kind: "pizzas" });

async function withPizza(metadata: object = {}): Promise<InProcessServer> {
  const server = new InProcessServer({ groups: [bakeryGroup] });
  await server.post(pizzas, { ...pizza("a", "tomato"), metadata: { name: "a", ...metadata } });
  return server;
}

describe("a PUT of a missing object", () => {
  test("the PUT creates the object if the kind allows it", async () => {
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

  test("the PUT fails if the user may not create objects or the kind does not allow it", async () => {
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
  test("a PUT without a resourceVersion overwrites the object if the kind allows it", async () => {
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

  test("an unchanged object is not written, whatever system fields the request has", async () => {
    const server = await withPizza();
    const { json } = await server.get(`${pizzas}/a`);
    const again = await server.put(`${pizzas}/a`, {
      ...json,
      metadata: { ...json["metadata"], generation: 99, creationTimestamp: "2020-01-01T00:00:00Z" },
    });
    expect(again.json).toEqual(json);
  });

  test("one response reports all changes of immutable metadata", async () => {
    const server = await withPizza();
    const { json } = await server.get(`${pizzas}/a`);
    const metadata = { ...json["metadata"], deletionTimestamp: "2020-01-01T00:00:00Z", deletionGracePeriodSeconds: 3 };
    expect((await server.put(`${pizzas}/a`, { ...json, metadata })).json["message"]).toContain(
      '[metadata.deletionTimestamp: Invalid value: "2020-01-01T00:00:00Z": field is immutable, metadata.deletionGracePeriodSeconds: Invalid value: 3: field is immutable]',
    );
  });

  test("a PUT cannot add finalizers to an object that is being deleted; removing the last one deletes it", async () => {
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

describe("an update", () => {
  const setUp = async () => {
    const server = new InProcessServer();
    const { json } = await server.post(pizzas, { ...pizza("a", "tomato"), kind: "Pizza" });
    return { server, json };
  };

  test("an update keeps the system fields", async () => {
    const { server, json } = await setUp();
    const changed = {
      metadata: { name: "a", resourceVersion: "2", labels: { a: "b" }, creationTimestamp: "2000-01-01T00:00:00Z" },
      spec: json["spec"],
    };
    const reply = await server.put(`${pizzas}/a`, changed);
    expect(reply.status).toBe(200);
    const { managedFields, ...metadata } = reply.json["metadata"] ?? {};
    const { managedFields: before, ...kept } = json["metadata"] ?? {};
    expect(metadata).toEqual({ ...kept, labels: { a: "b" }, resourceVersion: "3" });
    expect(managedFields).not.toEqual(before);
  });

  test("an unchanged object is not written", async () => {
    const { server, json } = await setUp();
    const reply = await server.put(`${pizzas}/a`, json);
    expect([reply.status, reply.json["metadata"]?.["resourceVersion"]]).toEqual([200, "2"]);
  });

  test("an old resourceVersion is a conflict, and an absent one is an error", async () => {
    const { server, json } = await setUp();
    await server.put(`${pizzas}/a`, { ...json, metadata: { ...json["metadata"], labels: { a: "b" } } });
    const old = await server.put(`${pizzas}/a`, json);
    expect(old.json).toMatchObject({
      code: 409,
      reason: "Conflict",
      message: `Operation cannot be fulfilled on ${resource} "a": the object has been modified; please apply your changes to the latest version and try again`,
      details: details("a"),
    });
    const none = await server.put(`${pizzas}/a`, pizza("a"));
    expect(none.json).toMatchObject({
      code: 422,
      message: `${resource} "a" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update`,
    });
  });

  test("the server reports changes of immutable fields", async () => {
    const { server, json } = await setUp();
    const { json: status } = await server.put(`${pizzas}/a`, {
      ...json,
      metadata: { ...json["metadata"], deletionGracePeriodSeconds: 3 },
    });
    expect(status["message"]).toContain("metadata.deletionGracePeriodSeconds: Invalid value: 3: field is immutable");
  });

  test("a different uid is a conflict", async () => {
    const { server, json } = await setUp();
    const uid = textOf(json["metadata"]?.["uid"]);
    const { json: status } = await server.put(`${pizzas}/a`, {
      ...json,
      metadata: { ...json["metadata"], uid: "other" },
    });
    const key =
      "/registry/pizza-apiserver.programming-kubernetes.info/restaurant.programming-kubernetes.info/pizzas/default/a";
    expect(status["message"]).toBe(
      `Operation cannot be fulfilled on pizzas.restaurant.programming-kubernetes.info "a": StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: other, UID in object meta: ${uid}`,
    );
  });

  test("an update requires an existing object with the name of the path", async () => {
    const { server } = await setUp();
    expect((await server.put(`${pizzas}/b`, pizza("b"))).status).toBe(404);
    expect((await server.put(`${pizzas}/b`, pizza("a"))).json["message"]).toBe(
      "the name of the object (a) does not match the name on the URL (b)",
    );
    expect((await server.put(`${pizzas}/b`, {})).json["message"]).toBe(
      "the name of the object (b based on URL) was undeterminable: name must be provided",
    );
  });
});
