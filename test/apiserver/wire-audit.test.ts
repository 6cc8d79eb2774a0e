import { describe, expect, test } from "vitest";
import { standaloneAccess } from "@apimachinery/apiserver";
import { keyPrefix } from "../../cmd/pizza-apiserver/server.js";
import { InProcessServer, pizza, pizzas, toppings } from "./harness.js";

describe("the user of a request", () => {
  const anonymous = () => new InProcessServer({ user: null, config: standaloneAccess() });

  test.each([["Bearer unknown"], ["bearer x"]])("the header %s is an invalid credential", async (authorization) => {
    const { status, json } = await anonymous().get(pizzas, { authorization });
    expect([status, json["reason"], json["message"], json["details"]]).toEqual([
      401,
      "Unauthorized",
      "Unauthorized",
      undefined,
    ]);
  });

  test.each([["Bearer"], ["Bearer "], ["Basic YTpi"]])(
    "the header %s is not a credential, so that the user is anonymous",
    async (authorization) => {
      expect((await anonymous().get(pizzas, { authorization })).status).toBe(403);
    },
  );

  test("an authenticated user needs no token", async () => {
    expect((await new InProcessServer().get(pizzas, { authorization: "Bearer unknown" })).status).toBe(200);
  });
});

test("the version is always indented JSON", async () => {
  const server = new InProcessServer();
  expect((await server.get("/version")).text).toMatch(/^\{\n {2}"major": "1",[^]*\}$/);
  const { status, json } = await server.get("/version", { accept: "text/html" });
  expect([status, json["message"], json["details"]]).toEqual([
    406,
    "406: Not Acceptable\n\nAvailable representations: application/json",
    {},
  ]);
  expect((await server.get("/version", { accept: "application/yaml" })).status).toBe(406);
  expect((await server.send("HEAD", "/version")).status).toBe(405);
});

describe("YAML responses", () => {
  const yaml = { "content-type": "application/yaml" };

  test("a reader of YAML 1.1 reads the same values", async () => {
    const server = new InProcessServer();
    const annotations = { a: "yes", b: "012", c: "12:30:00", d: "2026-11-21T15:10:09Z", e: "1_000", f: "~" };
    await server.post(pizzas, { ...pizza("a"), metadata: { name: "a", annotations } });
    const { text } = await server.get(`${pizzas}/a`, { accept: "application/yaml" });
    for (const value of Object.values(annotations)) expect(text).toContain(`: "${value}"\n`);
    expect(text).toMatch(/creationTimestamp: "\d/);
    expect(text).toContain("\n  toppings:\n  - name: ");
    const copy = text.replace("name: a\n", "name: b\n").replace(/^ {2}(uid|resourceVersion): .*\n/gm, "");
    expect((await server.post(pizzas, copy, yaml)).json["metadata"]?.["annotations"]).toEqual(annotations);
  });

  test.each([
    ["metadata: {name: a}\nstatus:\n  cost: .inf\n", "yaml: line 3: unsupported value: Infinity"],
    ["metadata: {name: a}\n? [b]\n: c\n", "yaml: line 2: invalid map key"],
    ["metadata: {name: a}\nspec: &a\n  b: *a\n", "yaml: line 3: anchor 'a' value contains itself"],
  ])("the server refuses the YAML %j", async (body, message) => {
    const { status, json } = await new InProcessServer().post(pizzas, body, yaml);
    expect([status, json["message"]]).toEqual([400, expect.stringContaining(message)]);
  });
});

describe("impersonation without a user", () => {
  test.each([
    [{ "impersonate-uid": "7" }, 'UID:"7", Groups:[]string(nil), Extra:map[string][]string(nil)'],
    [
      { "impersonate-extra-scopes": ["a", "b"] },
      'UID:"", Groups:[]string(nil), Extra:map[string][]string{"scopes":[]string{"a", "b"}}',
    ],
  ])("the headers %j without a user are an error", async (headers, user) => {
    const { status, json, headers: sent } = await new InProcessServer().get(pizzas, headers);
    expect([status, json["message"]]).toEqual([
      400,
      `requested &user.DefaultInfo{Name:"", ${user}} without impersonating a user name`,
    ]);
    expect(sent["x-content-type-options"]).toBe("nosniff");
  });
});

describe("numbers in a query", () => {
  test.each([
    ["limit=9223372036854775807", 200, undefined],
    ["limit=-9223372036854775808", 200, undefined],
    ["limit=9223372036854775808", 400, 'strconv.ParseInt: parsing "9223372036854775808": value out of range'],
    ["timeoutSeconds=99999999999", 200, undefined],
    [
      "resourceVersion=abc",
      400,
      'invalid resource version: resourceVersion: Invalid value: "abc": strconv.ParseUint: parsing "abc": invalid syntax',
    ],
    ["continue=a", 400, "invalid continue token: continue key is not valid: illegal base64 data at input byte 0"],
    ["continue=ab%21d", 400, "invalid continue token: continue key is not valid: illegal base64 data at input byte 2"],
    [
      `continue=${Buffer.from("[]").toString("base64url")}`,
      400,
      "invalid continue token: continue key is not valid: json: cannot unmarshal array into Go value of type storage.continueToken",
    ],
    [
      `continue=${Buffer.from('{"v":').toString("base64url")}`,
      400,
      "invalid continue token: continue key is not valid: unexpected end of JSON input",
    ],
  ])("the query %s has the same result as in Go", async (query, code, message) => {
    const { status, json } = await new InProcessServer().get(`${pizzas}?${query}`);
    expect([status, json["message"]]).toEqual([code, message]);
  });

  test.each([`${pizzas}/a?resourceVersion=abc`, `${pizzas}?watch=1&resourceVersion=abc`])(
    "the server refuses an invalid revision: %s",
    async (uri) => {
      const { status, json } = await new InProcessServer().get(uri);
      expect([status, json["message"]]).toEqual([
        400,
        'resourceVersion: Invalid value: "abc": strconv.ParseUint: parsing "abc": invalid syntax',
      ]);
    },
  );
});

test.each([
  ["a\0b", "may not contain NUL or characters above U+D7FF"],
  ["🍕", "may not contain NUL or characters above U+D7FF"],
  ["x".repeat(1025), "must be no more than 1024 bytes"],
])("a client can request the name %j, which cannot be stored", async (name, message) => {
  const server = new InProcessServer();
  const { status, json } = await server.post(pizzas, pizza(name));
  const cause: unknown = expect.objectContaining({
    field: "metadata.name",
    message: expect.stringContaining(message) as unknown,
  });
  expect([status, json["details"]?.["causes"]]).toEqual([422, expect.arrayContaining([cause])]);
  expect((await server.get(`${pizzas}/${encodeURIComponent(name)}`)).status).toBe(404);
});

describe("deep nesting", () => {
  const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;

  test("the server sends every object that can be stored, in every form", async () => {
    const server = new InProcessServer();
    // Clients can no longer write such deeply nested managed fields, but an old store can contain
    // them.
    const managed = `[{"manager":"a","operation":"Update","fieldsType":"FieldsV1","fieldsV1":${nested(245)}}]`;
    const text = `{"kind":"Topping","apiVersion":"restaurant.programming-kubernetes.info/v1alpha1","metadata":{"name":"deep","managedFields":${managed}},"spec":{"cost":1}}`;
    await server.storage.create(`${keyPrefix}/restaurant.programming-kubernetes.info/toppings/deep`, Buffer.from(text));
    for (const accept of ["application/json", "application/yaml"]) {
      const { status, text: sent } = await server.get(`${toppings}/deep`, { accept });
      expect([status, sent.length > 245]).toEqual([200, true]);
    }
  });

  test("the server ignores invalid managedFields of clients", async () => {
    const server = new InProcessServer();
    const managedFields = [{ manager: "a", operation: "Update" }];
    const { json } = await server.post(toppings, { metadata: { name: "a", managedFields }, spec: { cost: 1 } });
    expect(json["metadata"]?.["managedFields"]).toMatchObject([{ manager: "unknown", operation: "Update" }]);
    const patched = await server.patch(`${toppings}/a`, "merge-patch", { metadata: { managedFields } });
    expect([patched.status, patched.json]).toEqual([200, json]);
  });

  test.each(["json-patch", "merge-patch", "strategic-merge-patch"])(
    "a %s cannot be nested deeper than an object",
    async (type) => {
      const server = new InProcessServer();
      await server.post(pizzas, pizza("a", "tomato"));
      const body =
        type === "json-patch" ? `[{"op":"add","path":"/x","value":${nested(1000)}}]` : `{"x":${nested(1000)}}`;
      expect((await server.patch(`${pizzas}/a`, type, body)).json["message"]).toBe("invalid JSON patch");
    },
  );

  test("the server refuses a patch whose copies are nested too deeply", async () => {
    const server = new InProcessServer();
    await server.post(pizzas, pizza("a", "tomato"));
    const copies = Array.from({ length: 300 }, () => ({ op: "copy", from: "/x", path: "/x/a" }));
    const { status, json } = await server.patch(`${pizzas}/a`, "json-patch", [
      { op: "add", path: "/x", value: { a: 1 } },
      ...copies,
    ]);
    expect([status, json["message"]]).toEqual([400, "invalid JSON patch"]);
    expect((await server.get(`${pizzas}/a`)).status).toBe(200);
  });
});
