import { errors } from "@apimachinery/apiserver";
import { describe, expect, test } from "vitest";
import { InProcessServer, alphaPizzas, pizza, pizzas, toppings, textOf } from "./harness.js";

const gr = "pizzas.restaurant.programming-kubernetes.info";
const details = (name: string) => ({ name, group: "restaurant.programming-kubernetes.info", kind: "pizzas" });

describe("create", () => {
  test("a create fills in system fields, and defaults in the request's version", async () => {
    const server = new InProcessServer();
    const { status, json } = await server.post(pizzas, {
      metadata: { name: "a", uid: "mine", creationTimestamp: "2000-01-01T00:00:00Z" },
    });
    expect(status).toBe(201);
    expect(json).toMatchObject({
      kind: "Pizza",
      apiVersion: "restaurant.programming-kubernetes.info/v1beta1",
      status: {},
    });
    expect(json["metadata"]).toMatchObject({ name: "a", namespace: "default", resourceVersion: "2" });
    expect(json["metadata"]?.["uid"]).toMatch(/^[0-9a-f]{8}-/);
    expect(json["metadata"]?.["creationTimestamp"]).not.toBe("2000-01-01T00:00:00Z");
    expect(json["spec"]?.["toppings"]).toEqual(
      ["salami", "mozzarella", "tomato"].map((name) => ({ name, quantity: 1 })),
    );
  });

  test("one object is served in both versions, and stored in one", async () => {
    const server = new InProcessServer();
    await server.post(pizzas, { metadata: { name: "a" }, spec: { toppings: [{ name: "tomato", quantity: 2 }] } });
    expect((await server.get(`${alphaPizzas}/a`)).json["spec"]).toEqual({ toppings: ["tomato", "tomato"] });
    const { items } = await server.storage.list("/registry/");
    const stored = JSON.parse(Buffer.from(items[0]?.value ?? []).toString()) as {
      apiVersion: string;
      metadata: object;
    };
    expect(stored.apiVersion).toBe("restaurant.programming-kubernetes.info/v1alpha1");
    expect(stored.metadata).not.toHaveProperty("resourceVersion");
    expect(items[0]?.key).toBe(
      "/registry/pizza-apiserver.programming-kubernetes.info/restaurant.programming-kubernetes.info/pizzas/default/a",
    );
  });

  test("a name is unique, in dry runs too", async () => {
    const server = new InProcessServer();
    await server.post(pizzas, pizza("a"));
    for (const query of ["", "?dryRun=All"]) {
      const { status, json } = await server.post(pizzas + query, pizza("a"));
      expect(status).toBe(409);
      expect(json).toMatchObject({
        reason: "AlreadyExists",
        message: `${gr} "a" already exists`,
        details: details("a"),
        code: 409,
      });
    }
  });

  test("generateName makes a name", async () => {
    const server = new InProcessServer();
    const { json } = await server.post(pizzas, { metadata: { generateName: "a-" } });
    expect(json["metadata"]?.["name"]).toMatch(/^a-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
  });

  test("a dry run stores nothing", async () => {
    const server = new InProcessServer();
    const { status, json } = await server.post(`${pizzas}?dryRun=All`, pizza("a"));
    expect(status).toBe(201);
    expect(json["metadata"]).not.toHaveProperty("resourceVersion");
    expect(json["metadata"]).toHaveProperty("uid");
    expect((await server.get(`${pizzas}/a`)).status).toBe(404);
  });

  test("unknown fields are an error, a warning, or ignored", async () => {
    const server = new InProcessServer();
    const body = '{"metadata":{"name":"a"},"spec":{"nope":1,"toppings":[],"toppings":[]}}';
    const problems = 'unknown field "spec.nope", duplicate field "spec.toppings"';
    const strict = await server.post(`${pizzas}?fieldValidation=Strict`, body);
    expect(strict.json).toMatchObject({
      code: 400,
      reason: "BadRequest",
      message: `Pizza in version "v1beta1" cannot be handled as a Pizza: strict decoding error: ${problems}`,
    });
    const warn = await server.post(`${pizzas}?dryRun=All`, body);
    expect(warn.headers["warning"]).toEqual([
      '299 - "unknown field \\"spec.nope\\""',
      '299 - "duplicate field \\"spec.toppings\\""',
    ]);
    const ignore = await server.post(`${pizzas}?fieldValidation=Ignore`, body);
    expect([ignore.status, ignore.headers["warning"]]).toEqual([201, undefined]);
  });

  test.each([
    [
      "",
      "the object provided is unrecognized (must be of type Pizza): couldn't get version/kind; json parse error: unexpected end of JSON input (<empty>)",
    ],
    [
      '{"kind":"Pizza",}',
      /^the object provided is unrecognized \(must be of type Pizza\): couldn't get version\/kind; json parse error: .* \({"kind":"Pizza",}\)$/,
    ],
    [{ kind: "Nope" }, /^Nope in version "v1beta1" cannot be handled as a Pizza: no kind "Nope" is registered/],
    [{ kind: "PizzaList" }, /^PizzaList in version "v1beta1" cannot be handled as a Pizza: converting /],
    [
      { kind: "Pizza", apiVersion: "restaurant.programming-kubernetes.info/v1alpha1" },
      "the API version in the data (restaurant.programming-kubernetes.info/v1alpha1) does not match the expected API version (restaurant.programming-kubernetes.info/v1beta1)",
    ],
    [
      { spec: { toppings: 1 } },
      /^Pizza in version "v1beta1" cannot be handled as a Pizza: json: cannot unmarshal number /,
    ],
    [
      { metadata: { name: "a", namespace: "other" } },
      "the namespace of the provided object does not match the namespace sent on the request",
    ],
    [{ metadata: { name: "a", resourceVersion: "1" } }, "resourceVersion should not be set on objects to be created"],
  ])("a body that is not a pizza of this path is refused: %j", async (body, message) => {
    const { json } = await new InProcessServer().post(pizzas, body);
    expect(json).toMatchObject({ code: 400, reason: "BadRequest" });
    if (typeof message === "string") expect(json["message"]).toBe(message);
    else expect(json["message"]).toMatch(message);
  });

  test("all errors in metadata are reported", async () => {
    const { json } = await new InProcessServer().post(pizzas, {
      metadata: { name: "a/b", generation: -5, labels: { ok: "c d" } },
    });
    expect(json).toMatchObject({ code: 422, reason: "Invalid", details: { kind: "Pizza", name: "a/b" } });
    const causes = json["details"]?.["causes"];
    expect(causes).toMatchObject([
      { reason: "FieldValueInvalid", field: "metadata.name", message: `Invalid value: "a/b": may not contain '/'` },
      { field: "metadata.generation", message: "Invalid value: -5: must be greater than or equal to 0" },
      { field: "metadata.labels" },
    ]);
  });

  test("errors of a pizza are reported before metadata is checked", async () => {
    const body = { metadata: { name: "a/b" }, spec: { toppings: [{ name: "x", quantity: -1 }] } };
    const { json } = await new InProcessServer().post(pizzas, body);
    expect(json["message"]).toBe(
      'Pizza.restaurant.programming-kubernetes.info "a/b" is invalid: spec.toppings[0].quantity: Invalid value: -1: cannot be negative or zero',
    );
  });

  test("a cluster-wide object has no namespace, whatever the request contains", async () => {
    const { status, json } = await new InProcessServer().post(toppings, {
      metadata: { name: "a", namespace: "x" },
      spec: { cost: 1 },
    });
    expect(status).toBe(201);
    expect(json["metadata"]).not.toHaveProperty("namespace");
  });

  test("YAML is accepted", async () => {
    const yaml = "metadata:\n  name: a\nspec:\n  toppings:\n  - name: tomato\n";
    const { json } = await new InProcessServer().post(pizzas, yaml, { "content-type": "application/yaml" });
    expect(json["spec"]).toEqual({ toppings: [{ name: "tomato", quantity: 1 }] });
  });
});

describe("update", () => {
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
    expect(reply.json["metadata"]).toEqual({ ...json["metadata"], labels: { a: "b" }, resourceVersion: "3" });
  });

  test("an unchanged object is not written", async () => {
    const { server, json } = await setUp();
    const reply = await server.put(`${pizzas}/a`, json);
    expect([reply.status, reply.json["metadata"]?.["resourceVersion"]]).toEqual([200, "2"]);
  });

  test("an old resourceVersion is a conflict, and none is refused", async () => {
    const { server, json } = await setUp();
    await server.put(`${pizzas}/a`, { ...json, metadata: { ...json["metadata"], labels: { a: "b" } } });
    const old = await server.put(`${pizzas}/a`, json);
    expect(old.json).toMatchObject({
      code: 409,
      reason: "Conflict",
      message: `Operation cannot be fulfilled on ${gr} "a": the object has been modified; please apply your changes to the latest version and try again`,
      details: details("a"),
    });
    const none = await server.put(`${pizzas}/a`, pizza("a"));
    expect(none.json).toMatchObject({
      code: 422,
      message: `${gr} "a" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update`,
    });
  });

  test("immutable fields are reported", async () => {
    const { server, json } = await setUp();
    const { json: status } = await server.put(`${pizzas}/a`, {
      ...json,
      metadata: { ...json["metadata"], deletionGracePeriodSeconds: 3 },
    });
    expect(status["message"]).toContain("metadata.deletionGracePeriodSeconds: Invalid value: 3: field is immutable");
  });

  test("another uid is a conflict", async () => {
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

  test("an update needs an existing object with its name", async () => {
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

describe("admission", () => {
  test("admission changes objects first, then validates the prepared object", async () => {
    const seen: string[] = [];
    const server = new InProcessServer({
      admission: [
        {
          name: "test",
          handles: (operation) => operation === "CREATE",
          admit: ({ object }) => {
            if (object !== undefined) object.metadata.labels = { admitted: "true" };
            return Promise.resolve();
          },
          validate: ({ object, resource, name }) => {
            seen.push(`${name} ${object?.metadata.uid === undefined ? "unprepared" : "prepared"}`);
            if (name === "bad")
              throw errors.newForbidden({ group: resource.group, name: resource.resource }, name, "bad");
            return Promise.resolve();
          },
        },
      ],
    });
    expect((await server.post(pizzas, pizza("good"))).json["metadata"]).toMatchObject({ labels: { admitted: "true" } });
    expect((await server.post(pizzas, pizza("bad"))).json).toMatchObject({
      code: 403,
      message: `${gr} "bad" is forbidden: bad`,
    });
    expect(seen).toEqual(["good prepared", "bad prepared"]);
    expect((await server.get(`${pizzas}/bad`)).status).toBe(404);
  });
});
