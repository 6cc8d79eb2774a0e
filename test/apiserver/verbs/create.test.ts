import type { AdmissionPlugin, Strategy } from "@apimachinery/apiserver";
import { describe, expect, test } from "vitest";
import { InProcessServer, alphaPizzas, pizza, pizzas, toppings } from "../harness.js";
import { bakeryGroup, oven, ovenStrategy, ovens, type Oven } from "./bakery.js";

const yaml = { "content-type": "application/yaml" };

const gr = "pizzas.restaurant.programming-kubernetes.info";
const details = (name: string) => ({ name, group: "restaurant.programming-kubernetes.info", kind: "pizzas" });

describe("a create", () => {
  test("a create sets the system fields, and the defaults of the request's version", async () => {
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

  test("a name must be unique, also in a dry run", async () => {
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

  test("the server generates a name from generateName", async () => {
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

  test("unknown fields are an error, a warning, or ignored, by fieldValidation", async () => {
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
  ])("the server refuses a body that is not a pizza of the path: %j", async (body, message) => {
    const { json } = await new InProcessServer().post(pizzas, body);
    expect(json).toMatchObject({ code: 400, reason: "BadRequest" });
    if (typeof message === "string") expect(json["message"]).toBe(message);
    else expect(json["message"]).toMatch(message);
  });

  test("the server reports all errors in metadata", async () => {
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

  test("a cluster-wide object has no namespace, whatever the request contains", async () => {
    const { status, json } = await new InProcessServer().post(toppings, {
      metadata: { name: "a", namespace: "x" },
      spec: { cost: 1 },
    });
    expect(status).toBe(201);
    expect(json["metadata"]).not.toHaveProperty("namespace");
  });

  test("the server accepts YAML", async () => {
    const yaml = "metadata:\n  name: a\nspec:\n  toppings:\n  - name: tomato\n";
    const { json } = await new InProcessServer().post(pizzas, yaml, { "content-type": "application/yaml" });
    expect(json["spec"]).toEqual({ toppings: [{ name: "tomato", quantity: 1 }] });
  });
});

describe("bodies of requests", () => {
  const frame = (why: string) =>
    `the object provided is unrecognized (must be of type Pizza): couldn't get version/kind; json parse error: ${why}`;

  test.each([
    ["", frame("unexpected end of JSON input (<empty>)")],
    ["{", frame("unexpected end of JSON input ({)")],
    ['{"a":1}x', frame(`invalid character 'x' after top-level value ({"a":1}x)`)],
    ["abc", frame("invalid character 'a' looking for beginning of value (616263)")],
    ["{a}", frame("invalid character 'a' looking for beginning of object key string ({a})")],
    [
      '{"apiVersion":"a/b/c","kind":"Pizza"}',
      `the object provided is unrecognized (must be of type Pizza): unexpected GroupVersion string: a/b/c ({"apiVersion":"a/b/c","kind":" ...)`,
    ],
  ])("the body %j is not an object", async (body, message) => {
    const { json } = await new InProcessServer().post(pizzas, body);
    expect(json).toMatchObject({ code: 400, reason: "BadRequest", message });
  });

  test.each(["null", "{}", "  {}\n"])("the body %j has no name", async (body) => {
    const { json } = await new InProcessServer().post(pizzas, body);
    expect(json).toMatchObject({
      code: 422,
      message:
        'Pizza.restaurant.programming-kubernetes.info "" is invalid: metadata.name: Required value: name or generateName is required',
    });
    expect(Object.keys(json["details"] ?? {}).sort()).toEqual(["causes", "group", "kind"]);
  });

  test("the server reports values of a wrong type with their field", async () => {
    const { json } = await new InProcessServer().post(pizzas, { metadata: { name: "a", labels: { a: 1 } } });
    expect(json["message"]).toBe(
      'Pizza in version "v1beta1" cannot be handled as a Pizza: json: cannot unmarshal number into Go struct field ObjectMeta.metadata.labels of type string (the value must be a string)',
    );
  });
});

describe("YAML in requests", () => {
  const text = "metadata:\n  name: a\nspec:\n  toppings:\n  - name: tomato\n    name: salami\n  nope: 1\n";

  test("the server reports duplicate keys before unknown ones", async () => {
    const server = new InProcessServer();
    const strict = await server.send("POST", `${pizzas}?fieldValidation=Strict`, { body: text, headers: yaml });
    expect(strict.json).toMatchObject({
      code: 400,
      message:
        'Pizza in version "v1beta1" cannot be handled as a Pizza: strict decoding error: yaml: unmarshal errors:\n  line 6: key "name" already set in map, unknown field "spec.nope"',
    });
    const warned = await server.send("POST", pizzas, { body: text, headers: yaml });
    expect(warned.status).toBe(201);
    expect(warned.headers["warning"]).toEqual([
      '299 - "line 6: key \\"name\\" already set in map"',
      '299 - "unknown field \\"spec.nope\\""',
    ]);
    expect(warned.json["spec"]).toEqual({ toppings: [{ name: "salami", quantity: 1 }] });
    const ignored = await server.send("POST", `${pizzas}?fieldValidation=Ignore`, {
      body: text.replace("name: a", "name: b"),
      headers: yaml,
    });
    expect(ignored.status).toBe(201);
    expect(ignored.headers["warning"]).toBeUndefined();
  });

  test("the server reads YAML as Go does", async () => {
    const server = new InProcessServer();
    const body =
      "metadata:\n  name: a\n  creationTimestamp: 2020-01-01T00:00:00Z\n  annotations: {a: '12:30'}\nspec: &spec\n  toppings: [{name: tomato, quantity: 0x10}]\n---\nsecond: document\n";
    const { json } = await server.send("POST", pizzas, { body, headers: yaml });
    expect(json).toMatchObject({
      metadata: { annotations: { a: "12:30" } },
      spec: { toppings: [{ name: "tomato", quantity: 16 }] },
    });
    const yes = await server.send("POST", pizzas, {
      body: "metadata:\n  name: b\n  labels: {a: yes}\n",
      headers: yaml,
    });
    expect(yes.json["message"]).toContain(
      "json: cannot unmarshal bool into Go struct field ObjectMeta.metadata.labels of type string",
    );
  });

  test.each([
    ["a: b: c\n", /must be of type Pizza\): yaml: line 1: nested mappings/],
    [`a: ${"[".repeat(20_000)}`, /must be of type Pizza\): yaml: /],
    [
      "a: &a [1,2]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\n",
      /: yaml: document contains excessive aliasing \(/,
    ],
    ["- a\n", /couldn't get version\/kind; json parse error: json: cannot unmarshal array/],
  ])("the server refuses the YAML %j", async (body, message) => {
    const { json } = await new InProcessServer().send("POST", pizzas, { body, headers: yaml });
    expect(json["code"]).toBe(400);
    expect(json["message"]).toMatch(message);
  });

  test("the server refuses ninety aliases of a long value, but not of a short one", async () => {
    const response = (length: number) =>
      new InProcessServer().send("POST", pizzas, {
        body: `metadata: {name: a}\nx: &x "${"x".repeat(length)}"\ny: [${"*x, ".repeat(89)}*x]\n`,
        headers: yaml,
      });
    expect((await response(14_000)).json["message"]).toMatch(/: yaml: document contains excessive aliasing \(/);
    expect((await response(10)).status).toBe(201);
  });
});

describe("names", () => {
  test("if a generated name is in use, the server generates another one, up to eight times", async () => {
    let attempts = 0;
    const strategy: Strategy<Oven> = {
      ...ovenStrategy,
      generateName: (base) => `${base}${Math.floor(attempts++ / 3)}`,
    };
    const server = new InProcessServer({ groups: [(storage) => bakeryGroup(storage, strategy)] });
    const body = { ...oven(""), metadata: { generateName: "a-" } };
    expect((await server.post(ovens, body)).json["metadata"]).toMatchObject({ name: "a-0", generateName: "a-" });
    // The generator returns the name `a-0` two more times. This name is in use, so the server asks
    // for another one.
    expect((await server.post(ovens, body)).json["metadata"]).toMatchObject({ name: "a-1" });
    expect(attempts).toBe(4);
    const stuck = new InProcessServer({
      groups: [(storage) => bakeryGroup(storage, { ...ovenStrategy, generateName: () => (attempts++, "same") })],
    });
    await stuck.post(ovens, body);
    attempts = 0;
    const { status, json } = await stuck.post(ovens, body);
    expect(attempts).toBe(8);
    expect(status).toBe(409);
    expect(json).toMatchObject({
      reason: "AlreadyExists",
      message:
        'ovens.bakery.example.com "same" already exists, the server was not able to generate a unique name for the object',
      details: { name: "same", group: "bakery.example.com", kind: "ovens", retryAfterSeconds: 1 },
    });
  });

  test("the error for an invalid base contains the generated name", async () => {
    const { json } = await new InProcessServer().post(pizzas, { metadata: { generateName: "a/b" } });
    expect(json["message"]).toMatch(
      /"a\/b[b-z2-9]{5}" is invalid: \[metadata.generateName: Invalid value: "a\/b": may not contain '\/', metadata.name: Invalid value: "a\/b[b-z2-9]{5}": may not contain '\/'\]$/,
    );
  });

  test("a name takes precedence over its base", async () => {
    const { json } = await new InProcessServer().post(pizzas, { metadata: { name: "a", generateName: "b-" } });
    expect(json["metadata"]).toMatchObject({ name: "a", generateName: "b-" });
  });

  test("the name of an object that is being deleted is in use, also in a dry run", async () => {
    const server = new InProcessServer();
    await server.post(pizzas, { metadata: { name: "a", finalizers: ["example.com/a"] } });
    await server.delete(`${pizzas}/a`);
    for (const query of ["", "?dryRun=All"]) {
      const { json } = await server.post(`${pizzas}${query}`, pizza("a"));
      expect(json["message"]).toBe(
        'object is being deleted: pizzas.restaurant.programming-kubernetes.info "a" already exists',
      );
    }
  });
});

test("a dry run stores nothing, and returns the object without a resourceVersion", async () => {
  const server = new InProcessServer();
  const { status, json } = await server.post(`${pizzas}?dryRun=All&dryRun=All`, { metadata: { generateName: "a-" } });
  expect(status).toBe(201);
  expect(json["metadata"]).toMatchObject({
    name: expect.stringMatching(/^a-.{5}$/) as unknown,
    uid: expect.any(String) as unknown,
  });
  expect(json["metadata"]?.["resourceVersion"]).toBeUndefined();
  expect((await server.get(pizzas)).json["items"]).toEqual([]);
});

test("refusals also have warnings, each once", async () => {
  const server = new InProcessServer({ groups: [bakeryGroup] });
  const made = await server.post(ovens, { ...oven("a", { trays: [] }), extra: 1 });
  expect(made.headers["warning"]).toEqual([
    '299 - "unknown field \\"extra\\""',
    '299 - "an oven without trays bakes nothing"',
  ]);
  const refused = await server.post(ovens, { ...oven("b", { colour: "invisible" }), extra: 1 });
  expect(refused.status).toBe(422);
  expect(refused.headers["warning"]).toEqual(['299 - "unknown field \\"extra\\""']);
});

test("the server validates and stores the result of a mutating plugin", async () => {
  const paint: AdmissionPlugin = {
    name: "Paint",
    handles: (operation) => operation === "CREATE",
    admit: ({ object }) => {
      if (object !== undefined) object.metadata.labels = { painted: "yes", ownerless: "1" };
      return Promise.resolve();
    },
  };
  const sent = { metadata: { name: "a" }, spec: { cost: 1 } };
  const { json } = await new InProcessServer({ admission: [paint] }).post(toppings, sent);
  expect(json["metadata"]?.["labels"]).toEqual({ ownerless: "1", painted: "yes" });
});

test.each([
  ["application/json", 201],
  ["Application/JSON ; charset=UTF-8", 201],
  ['application/json;a="b;c";d=e;', 201],
  ["", 201],
  [";", 415],
  ["application/json; charset", 415],
  ["application/json; =utf-8", 415],
  ["application/json, application/yaml", 415],
  ["*/*", 415],
])("a body with the content type %j gets the status %d", async (type, status) => {
  const { json, ...reply } = await new InProcessServer().post(
    `${pizzas}?dryRun=All`,
    { metadata: { name: "a" } },
    { "content-type": type },
  );
  expect(reply.status).toBe(status);
  if (status === 415)
    expect(json["message"]).toBe(
      "the body of the request was in an unknown format - accepted media types include: application/json, application/yaml",
    );
});

test("the response for many errors contains the first 64 KiB of them, and the number of the others", async () => {
  const labels = Object.fromEntries(Array.from({ length: 1500 }, (_, index) => [`key ${index}`, ""]));
  const { status, json, text } = await new InProcessServer().post(pizzas, { metadata: { name: "a", labels } });
  const causes = Object.keys(json["details"]?.["causes"] ?? {}).length;
  expect(status).toBe(422);
  expect(text.length).toBeLessThan(65_536);
  expect(causes).toBeGreaterThan(50);
  expect(json["message"]).toMatch(/^Pizza\.restaurant\.programming-kubernetes\.info "a" is invalid: \[/);
  expect(json["message"]).toMatch(new RegExp(`\\] and ${1500 - causes} more$`));
});
