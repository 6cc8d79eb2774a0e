import { describe, expect, test } from "vitest";
import { withPlainAdvice } from "../../../apiserver/errors/plain-advice.js";
import { InProcessServer, alphaPizzas, pizza, pizzas, textOf } from "../harness.js";

async function withPizza(): Promise<InProcessServer> {
  const server = new InProcessServer();
  await server.post(pizzas, pizza("a", "tomato"));
  return server;
}

const group = "pizzas.restaurant.programming-kubernetes.info";
const goMap = "of type map[string]interface {} (the value must be an object)";
const goPatch = "of type jsonpatch.Patch (the value must be a list of operations)";

describe("invalid patches", () => {
  test.each<readonly [type: string, body: unknown, code: number, message: string]>([
    ["json-patch", "", 400, "invalid JSON patch"],
    ["merge-patch", "{", 400, "invalid JSON patch"],
    ["strategic-merge-patch", "a: b", 400, "invalid JSON patch"],
    [
      "json-patch",
      {},
      400,
      "error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp (the value must be a list)",
    ],
    [
      "json-patch",
      [{ op: 5 }],
      400,
      "error decoding patch: json: cannot unmarshal number into Go struct field jsonPatchOp.op of type string (the value must be a string)",
    ],
    ["json-patch", "null", 400, `json: cannot unmarshal object into Go value ${goPatch}`],
    ["merge-patch", [], 400, `error decoding patch: json: cannot unmarshal array into Go value ${goMap}`],
    ["merge-patch", '"x"', 400, `error decoding patch: json: cannot unmarshal string into Go value ${goMap}`],
    ["merge-patch", "null", 400, "Invalid JSON Patch"],
    ["strategic-merge-patch", [], 400, `json: cannot unmarshal array into Go value ${goMap}`],
    ["strategic-merge-patch", { $patch: "frob" }, 400, "unknown patch type: frob in map: map[$patch:frob]"],
    ["strategic-merge-patch", { "$setElementOrder/spec": 1 }, 400, "expected a []interface {}, but received a int64"],
    ["strategic-merge-patch", { spec: { $retainKeys: 1 } }, 400, "invalid patch format of retainKeys"],
    ["json-patch", [{ op: "frob", path: "/a" }], 422, "the server rejected our request due to an error in our request"],
    [
      "json-patch",
      [{ op: "remove", path: "/spec/nope" }],
      422,
      "the server rejected our request due to an error in our request",
    ],
    [
      "json-patch",
      [{ op: "test", path: "/metadata/name", value: "b" }],
      422,
      "the server rejected our request due to an error in our request",
    ],
    [
      "merge-patch",
      { metadata: { name: "b" } },
      400,
      "the name of the object (b) does not match the name on the URL (a)",
    ],
    [
      "merge-patch",
      { metadata: { name: null } },
      400,
      "the name of the object (a based on URL) was undeterminable: name must be provided",
    ],
    [
      "merge-patch",
      { metadata: { namespace: "b" } },
      400,
      "the namespace of the provided object does not match the namespace sent on the request",
    ],
    [
      "merge-patch",
      { metadata: { uid: "abc" } },
      422,
      `Pizza.restaurant.programming-kubernetes.info "a" is invalid: metadata.uid: Invalid value: "abc": field is immutable`,
    ],
    [
      "merge-patch",
      { metadata: { resourceVersion: "77" } },
      409,
      `Operation cannot be fulfilled on ${group} "a": the object has been modified; please apply your changes to the latest version and try again`,
    ],
    [
      "merge-patch",
      { metadata: { resourceVersion: "0" } },
      422,
      `${group} "a" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update`,
    ],
  ])("the server refuses a %s of %j", async (type, body, code, message) => {
    const server = await withPizza();
    const { status, json } = await server.patch(`${pizzas}/a`, type, body);
    expect({ status, message: json["message"] }).toEqual({ status: code, message });
  });

  test("the server refuses a JSON patch that is not an array, also without strict validation", async () => {
    const server = await withPizza();
    const { json } = await server.patch(`${pizzas}/a?fieldValidation=Ignore`, "json-patch", {});
    expect(json["message"]).toBe(`json: cannot unmarshal object into Go value ${goPatch}`);
  });

  test("the server refuses a patch with too many operations", async () => {
    const server = await withPizza();
    const operations = Array.from({ length: 10_001 }, () => ({ op: "test", path: "/kind", value: "Pizza" }));
    const { status, json } = await server.patch(`${pizzas}/a`, "json-patch", operations);
    expect(status).toBe(413);
    expect(json["message"]).toBe(
      "Request entity too large: The allowed maximum operations in a JSON patch is 10000, got 10001",
    );
    expect((await server.patch(`${pizzas}/a`, "json-patch", operations.slice(1))).status).toBe(200);
  });

  test("the server refuses a patch whose copies are too large", async () => {
    const server = await withPizza();
    await server.patch(`${pizzas}/a`, "merge-patch", { metadata: { annotations: { big: "x".repeat(200_000) } } });
    const operations = Array.from({ length: 20 }, (_, index) => ({
      op: "copy",
      from: "/metadata/annotations/big",
      path: `/metadata/annotations/b${index}`,
    }));
    expect((await server.patch(`${pizzas}/a`, "json-patch", operations)).status).toBe(422);
  });

  test("the server refuses nesting that is deeper than the stack", async () => {
    const server = await withPizza();
    const deep = `{"spec":${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}}`;
    for (const type of ["merge-patch", "strategic-merge-patch"])
      expect((await server.patch(`${pizzas}/a`, type, deep)).status).toBe(400);
  });
});

describe("the result of a patch", () => {
  test("a result that does not match the type is an error of the patch", async () => {
    const server = await withPizza();
    const merge = await server.patch(`${pizzas}/a`, "merge-patch", { spec: { toppings: 5 } });
    expect(merge.status).toBe(422);
    expect(merge.json["reason"]).toBe("Invalid");
    expect(Object.keys(merge.json["details"] ?? {})).toEqual(["causes"]);
    expect(textOf(merge.json["message"])).toMatch(
      /^ "" is invalid: patch: Invalid value: "\{\\"kind\\":\\"Pizza\\",.*\}": json: cannot unmarshal number into Go struct field PizzaSpec.spec.toppings/,
    );
    const strategic = await server.patch(`${pizzas}/a`, "strategic-merge-patch", { spec: { toppings: 5 } });
    expect(textOf(strategic.json["message"])).toContain(
      'patch: Invalid value: "map[spec:map[toppings:5]]": cannot restore slice from int64',
    );
    for (const body of [
      { kind: "Topping" },
      { apiVersion: "restaurant.programming-kubernetes.info/v1alpha1" },
      { apiVersion: "nope" },
    ]) {
      expect((await server.patch(`${pizzas}/a`, "merge-patch", body)).status).toBe(422);
    }
  });

  test.each([
    [{ spec: { toppings: "tomato" } }, "map[spec:map[toppings:tomato]]", "cannot restore slice from string"],
    [{ spec: { toppings: [5] } }, "map[spec:map[toppings:[5]]]", "cannot restore struct from: int64"],
    [{ spec: { toppings: [{ name: 5 }] } }, "map[spec:map[toppings:[map[name:5]]]]", "cannot convert int64 to string"],
    [{ spec: { toppings: [{ name: 1.5 }] } }, "map[spec:map[toppings:[map[name:1.5]]]]", "unrecognized type: string"],
    [
      { spec: { toppings: [{ name: "a", quantity: 1.5 }] } },
      "map[spec:map[toppings:[map[name:a quantity:1.5]]]]",
      "cannot convert float64 to int64",
    ],
    [
      { spec: { toppings: [{ name: "a", quantity: true }] } },
      "map[spec:map[toppings:[map[name:a quantity:true]]]]",
      "unrecognized type: int64",
    ],
    [{ status: { cost: "1" } }, "map[status:map[cost:1]]", "unrecognized type: float64"],
    [{ spec: true }, "map[spec:true]", "cannot restore struct from: bool"],
    [{ metadata: { labels: ["a"] } }, "map[metadata:map[labels:[a]]]", "cannot restore map from slice"],
    [{ metadata: { labels: { a: 1 } } }, "map[metadata:map[labels:map[a:1]]]", "cannot convert int64 to string"],
  ])("an invalid result has the message of Go's converter, and advice: %j", async (body, shown, why) => {
    const { status, json } = await (await withPizza()).patch(`${pizzas}/a`, "strategic-merge-patch", body);
    const message = ` "" is invalid: patch: Invalid value: "${shown}": ${withPlainAdvice(why)}`;
    expect([status, json["message"]]).toEqual([422, message]);
  });

  test.each([
    ['{"spec":{"toppings":[{"name":"a","quantity":3.0}]}}', 3],
    ['{"spec":{"toppings":[{"name":"a","quantity":3e2}]}}', 300],
    ['{"status":{"cost":3}}', 3],
  ])("FloatIntConversion, IntFloatConversion: the number in %s gets the type of its field", async (body, number) => {
    const server = await withPizza();
    const headers = { "content-type": "application/strategic-merge-patch+json" };
    expect((await server.send("PATCH", `${pizzas}/a`, { body, headers })).status).toBe(200);
    const { json } = await server.get(`${pizzas}/a`);
    expect([json["spec"]?.["toppings"]?.["0"]?.["quantity"], json["status"]?.["cost"]]).toContain(number);
  });

  test.each([
    ['{"spec":1.0}', "cannot restore struct from: float64"],
    ['{"spec":{"toppings":1e0}}', "cannot restore slice from float64"],
    ['{"metadata":{"labels":2.0}}', "cannot restore map from float64"],
    ['{"metadata":{"labels":{"a\\\\\\"":1.0}}}', "unrecognized type: string"],
    ['{"metadata":{"labels":{"1.0":1}}}', "cannot convert int64 to string"],
  ])("Go's converter calls a number with a fraction or exponent a float64: %s", async (body, why) => {
    const headers = { "content-type": "application/strategic-merge-patch+json" };
    const { status, json } = await (await withPizza()).send("PATCH", `${pizzas}/a`, { body, headers });
    expect([status, json["message"]]).toEqual([422, expect.stringContaining(`: ${withPlainAdvice(why)}`)]);
  });

  const duplicates = '{"metadata":{"labels":{"a":"1","a":"2"}},"spec":{"nope":1}}';

  test.each(["merge-patch", "strategic-merge-patch"])(
    "strict validation of a %s reports duplicates first",
    async (type) => {
      const server = await withPizza();
      const strict = await server.patch(`${pizzas}/a?fieldValidation=Strict`, type, duplicates);
      expect(strict.status).toBe(422);
      expect(textOf(strict.json["message"])).toContain(
        'strict decoding error: duplicate field "metadata.labels.a", unknown field "spec.nope"',
      );
      const warned = await server.patch(`${pizzas}/a`, type, duplicates);
      expect(warned.status).toBe(200);
      expect(warned.headers["warning"]).toEqual([
        '299 - "duplicate field \\"metadata.labels.a\\""',
        '299 - "unknown field \\"spec.nope\\""',
      ]);
      const ignored = await server.patch(`${pizzas}/a?fieldValidation=Ignore`, type, duplicates);
      expect(ignored.headers["warning"]).toBeUndefined();
      expect(ignored.json["metadata"]?.["labels"]).toEqual({ a: "2" });
    },
  );

  test("the error of a JSON patch names the operation", async () => {
    const server = await withPizza();
    const text = '[{"op":"add","path":"/metadata/labels","value":{},"value":{"a":"b"},"extra":1}]';
    const strict = await server.patch(`${pizzas}/a?fieldValidation=Strict`, "json-patch", text);
    expect(textOf(strict.json["message"])).toContain(
      'strict decoding error: json patch duplicate field "[0].value", json patch unknown field "[0].extra"',
    );
  });

  test("a patch that changes nothing writes nothing", async () => {
    const server = await withPizza();
    const before = (await server.get(`${pizzas}/a`)).json["metadata"]?.["resourceVersion"];
    for (const [type, body] of [
      ["merge-patch", {}],
      ["json-patch", []],
      ["strategic-merge-patch", "null"],
      ["strategic-merge-patch", {}],
    ] as const) {
      const { status, json } = await server.patch(`${pizzas}/a`, type, body);
      expect(status).toBe(200);
      expect(json["metadata"]?.["resourceVersion"]).toBe(before);
    }
  });

  test("a dry run returns the result and stores nothing", async () => {
    const server = await withPizza();
    const { json } = await server.patch(`${pizzas}/a?dryRun=All`, "strategic-merge-patch", {
      metadata: { labels: { a: "b" } },
    });
    expect(json["metadata"]?.["labels"]).toEqual({ a: "b" });
    expect((await server.get(`${pizzas}/a`)).json["metadata"]?.["labels"]).toBeUndefined();
  });
});

test("a strategic merge patch replaces lists without a merge key", async () => {
  const server = await withPizza();
  const { json } = await server.patch(`${alphaPizzas}/a`, "strategic-merge-patch", {
    spec: { toppings: ["x", "x"] },
    metadata: { finalizers: ["example.com/a"] },
  });
  expect(json["spec"]).toEqual({ toppings: ["x", "x"] });
  const added = await server.patch(`${pizzas}/a`, "strategic-merge-patch", {
    metadata: {
      "$setElementOrder/finalizers": ["example.com/b", "example.com/a"],
      finalizers: ["example.com/b"],
      ownerReferences: [{ apiVersion: "v1", kind: "Pod", name: "p", uid: "1" }],
    },
  });
  expect(added.json["metadata"]).toMatchObject({
    finalizers: ["example.com/b", "example.com/a"],
    ownerReferences: [{ uid: "1" }],
  });
});

test("the server applies a JSON patch as Kubernetes does", async () => {
  const server = await withPizza();
  const operations = [
    { op: "test", path: "/metadata/labels", value: null },
    { op: "add", path: "/metadata/labels", value: { "example.com/a": "b", c: "d" } },
    { op: "replace", path: "/metadata/labels/new", value: "set" },
    { op: "move", from: "/metadata/labels/c", path: "/metadata/labels/e" },
    { op: "copy", from: "/metadata/labels/example.com~1a", path: "/metadata/labels/f" },
    { op: "add", path: "/spec/toppings/-1", value: { name: "last" } },
    { op: "add", path: "/spec/toppings/0", value: { name: "first" } },
    { op: "remove", path: "/metadata/labels/example.com~1a" },
  ];
  const { status, json } = await server.patch(`${pizzas}/a`, "json-patch", operations);
  expect(status).toBe(200);
  expect(json["metadata"]?.["labels"]).toEqual({ e: "d", f: "b", new: "set" });
  expect(json["spec"]).toEqual({ toppings: ["first", "tomato", "last"].map((name) => ({ name, quantity: 1 })) });
});

test("the server refuses options that do not belong to the patch", async () => {
  const server = await withPizza();
  const { json } = await server.patch(
    `${pizzas}/a?force=true&dryRun=x&fieldValidation=y&fieldManager=${"m".repeat(129)}`,
    "merge-patch",
    {},
  );
  expect(json).toMatchObject({ code: 422, details: { group: "meta.k8s.io", kind: "PatchOptions" } });
  expect(json["details"]?.["causes"]).toMatchObject(
    ["force", "fieldManager", "dryRun", "fieldValidation"].map((field) => ({ field })),
  );
  const forced = await server.patch(`${pizzas}/a?force=false`, "merge-patch", {});
  expect(forced.json["message"]).toBe(
    'PatchOptions.meta.k8s.io "" is invalid: force: Forbidden: may not be specified for non-apply patch',
  );
});

test.each([undefined, "application/json", "application/merge-patch+json; charset=utf-8", "text/plain"])(
  "only a merge patch has a supported content type: %s",
  async (type) => {
    const server = await withPizza();
    const { status, json } = await server.send("PATCH", `${pizzas}/a`, {
      body: {},
      headers: type === undefined ? {} : { "content-type": type },
    });
    if (type?.includes("merge") === true) expect(status).toBe(200);
    else expect(json).toMatchObject({ code: 415, message: "415: Unsupported Media Type", details: {} });
  },
);

test("a patch of a missing object is a 404, also if the patch is invalid", async () => {
  const server = new InProcessServer();
  for (const [type, body] of [
    ["merge-patch", { metadata: { uid: "1" } }],
    ["json-patch", []],
    ["strategic-merge-patch", {}],
  ] as const) {
    const { json } = await server.patch(`${pizzas}/a`, type, body);
    expect(json).toMatchObject({
      code: 404,
      message: `${group} "a" not found`,
      details: { name: "a", kind: "pizzas" },
    });
  }
});

test("the server applies a merge patch in the version of the request", async () => {
  const server = await withPizza();
  await server.patch(`${pizzas}/a`, "merge-patch", { metadata: { labels: { a: "1", b: "2" } } });
  const { status, json } = await server.patch(`${alphaPizzas}/a`, "merge-patch", {
    metadata: { labels: { a: null } },
    spec: { toppings: ["x", "x"] },
  });
  expect(status).toBe(200);
  expect(json["metadata"]?.["labels"]).toEqual({ b: "2" });
  expect((await server.get(`${pizzas}/a`)).json["spec"]).toEqual({ toppings: [{ name: "x", quantity: 2 }] });
});

test("the server applies a JSON patch", async () => {
  const server = await withPizza();
  const add = { op: "add", path: "/spec/toppings/-", value: { name: "salami" } };
  expect((await server.patch(`${pizzas}/a`, "json-patch", [add])).json["spec"]).toEqual({
    toppings: [
      { name: "tomato", quantity: 1 },
      { name: "salami", quantity: 1 },
    ],
  });
  const failing = await server.patch(`${pizzas}/a`, "json-patch", [{ op: "test", path: "/metadata/name", value: "b" }]);
  expect(failing.json).toMatchObject({
    code: 422,
    message: "the server rejected our request due to an error in our request",
    details: {},
  });
});

test("30 concurrent patches all succeed", async () => {
  const server = await withPizza();
  const labels = Array.from({ length: 30 }, (_, index) => `l${index}`);
  const replies = await Promise.all(
    labels.map((label) => server.patch(`${pizzas}/a`, "merge-patch", { metadata: { labels: { [label]: "x" } } })),
  );
  expect(replies.map(({ status }) => status)).toEqual(labels.map(() => 200));
  expect(Object.keys((await server.get(`${pizzas}/a`)).json["metadata"]?.["labels"] ?? {}).sort()).toEqual(
    [...labels].sort(),
  );
});

test("the resourceVersion in a patch is a precondition", async () => {
  const server = await withPizza();
  expect((await server.patch(`${pizzas}/a`, "merge-patch", { metadata: { resourceVersion: "77" } })).status).toBe(409);
});

test.each([
  ["nonsense", {}, 415],
  ["merge-patch", "x", 400],
  ["merge-patch", [], 400],
  ["json-patch", {}, 400],
  ["merge-patch", { metadata: { name: "b" } }, 400],
  ["merge-patch", { spec: 5 }, 422],
])("the server refuses a %s of %j", async (type, body, status) => {
  const server = await withPizza();
  expect((await server.patch(`${pizzas}/a`, type, body)).status).toBe(status);
});
