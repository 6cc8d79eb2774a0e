import { errors, type Strategy } from "@apimachinery/apiserver";
import { field } from "@apimachinery/runtime";
import { describe, expect, test } from "vitest";
import { InProcessServer, textOf, type Json } from "./harness.js";
import { bakeryGroup, oven, ovens, ovenStrategy, type Oven } from "./verbs/bakery.js";

function serverWith(strategy: Strategy<Oven>): InProcessServer {
  return new InProcessServer({
    groups: [(storage) => bakeryGroup(storage, { allowUnconditionalUpdate: true, ...strategy })],
  });
}

const colour = field.newPath("spec").child("colour");
const validate: Strategy<Oven>["validate"] = (_context, { spec }) =>
  spec.colour === "invisible" ? [field.invalid(colour, spec.colour, "cannot be seen")] : [];
const validateUpdate: Strategy<Oven>["validateUpdate"] = (_context, { spec }, old) =>
  spec.colour === old.spec.colour ? [] : [field.forbidden(colour, "field is immutable")];
const repaint = { spec: { colour: "invisible" } };
const causes = (json: Json) =>
  JSON.parse(JSON.stringify(json["details"]?.["causes"] ?? [])) as readonly { readonly message: string }[];

describe("validation of updates", () => {
  test("validate runs on an update, and validateUpdate adds to it", async () => {
    const server = serverWith({ validate, validateUpdate });
    await server.post(ovens, oven("a"));
    const { status, json } = await server.patch(`${ovens}/a`, "merge-patch", repaint);
    expect(status).toBe(422);
    expect(causes(json).map(({ message }) => message)).toEqual([
      'Invalid value: "invisible": cannot be seen',
      "Forbidden: field is immutable",
    ]);
  });

  test("metadata is not checked if a strategy reports errors of a new object", async () => {
    const { status, json } = await serverWith({ validate }).post(ovens, oven("a/b", { colour: "invisible" }));
    expect(status).toBe(422);
    expect(causes(json).map(({ message }) => message)).toEqual(['Invalid value: "invisible": cannot be seen']);
  });

  test("validate runs on an update of a kind without validateUpdate", async () => {
    const server = serverWith({ validate });
    await server.post(ovens, oven("a"));
    expect((await server.patch(`${ovens}/a`, "merge-patch", repaint)).status).toBe(422);
    expect((await server.put(`${ovens}/a`, oven("a", { colour: "invisible" }))).status).toBe(422);
  });

  test("with validateOnUpdate: false only validateUpdate runs, as in Go", async () => {
    const both = serverWith({ validate, validateUpdate, validateOnUpdate: false });
    await both.post(ovens, oven("a"));
    expect(causes((await both.patch(`${ovens}/a`, "merge-patch", repaint)).json)).toHaveLength(1);
    const alone = serverWith({ validate, validateOnUpdate: false });
    await alone.post(ovens, oven("a"));
    expect((await alone.patch(`${ovens}/a`, "merge-patch", repaint)).status).toBe(200);
    expect((await alone.post(ovens, oven("b", { colour: "invisible" }))).status).toBe(422);
  });

  test("validate runs through /scale, and not through /status", async () => {
    const few = field.newPath("spec").child("replicas");
    const server = serverWith({
      validate: (_context, { spec }) =>
        (spec.replicas ?? 0) > 3 ? [field.invalid(few, spec.replicas, "too many")] : [],
      status: {},
    });
    await server.post(ovens, oven("a", { replicas: 1 }));
    expect(
      (await server.patch(`${ovens}/a/scale`, "merge-patch", { spec: { replicas: 4 } })).json["message"],
    ).toContain("spec.replicas: Invalid value: 4: too many");
    const strict = serverWith({ validate: () => [field.required(few, "")], status: {} });
    const storage = serverWith({});
    await storage.post(ovens, oven("a"));
    const [item] = (await storage.storage.list("/registry/bakery/")).items;
    await strict.storage.create(item?.key ?? "", item?.value ?? Buffer.from(""));
    expect((await strict.patch(`${ovens}/a/status`, "merge-patch", { status: { heat: "hot" } })).status).toBe(200);
    expect((await strict.patch(`${ovens}/a`, "merge-patch", { spec: { colour: "blue" } })).status).toBe(422);
  });

  test("an invalid object that is being deleted can lose its finalizers", async () => {
    let isValid = true;
    const strict = () => (isValid ? [] : [field.forbidden(colour, "out of fashion")]);
    const server = serverWith({ validate: strict, validateUpdate: strict });
    await server.post(ovens, { ...oven("a"), metadata: { name: "a", finalizers: ["example.com/a", "example.com/b"] } });
    isValid = false;
    expect(
      (await server.patch(`${ovens}/a`, "merge-patch", { metadata: { finalizers: ["example.com/a"] } })).status,
    ).toBe(422);
    await server.delete(`${ovens}/a`);
    expect(
      (await server.patch(`${ovens}/a`, "merge-patch", { metadata: { finalizers: ["example.com/a"] } })).status,
    ).toBe(200);
    expect(
      (await server.patch(`${ovens}/a`, "merge-patch", { metadata: { finalizers: [] }, spec: { colour: "blue" } }))
        .status,
    ).toBe(422);
    expect(
      (await server.patch(`${ovens}/a`, "merge-patch", { metadata: { finalizers: [], labels: { a: "b" } } })).status,
    ).toBe(422);
    expect((await server.patch(`${ovens}/a`, "merge-patch", { metadata: { finalizers: [] } })).status).toBe(200);
    expect((await server.get(`${ovens}/a`)).status).toBe(404);
  });
});

/** Returns a value with the type that the caller expects, to simulate callers that ignore types. */
function wrong(value: unknown): never {
  return value as never;
}

describe("strategies with invalid results", () => {
  const wrongErrors = (value: unknown) => () => wrong(value);
  test.each<[string, string, Strategy<Oven>]>([
    [
      "validate of Oven must return a list of errors made by functions of `field`, and it returned a Promise: the function must not be async",
      "POST",
      { validate: wrongErrors(Promise.resolve([])) },
    ],
    [
      "validate of Oven must return a list of errors made by functions of `field`, and it returned nothing",
      "POST",
      { validate: wrongErrors(undefined) },
    ],
    [
      'validate of Oven must return a list of errors made by functions of `field`, and it returned a list with the string "no"',
      "POST",
      { validate: wrongErrors(["no"]) },
    ],
    [
      "validateUpdate of Oven must return a list of errors made by functions of `field`, and it returned an object",
      "PATCH",
      { validateUpdate: wrongErrors({}) },
    ],
    [
      "validateName of Oven must return a list of strings, and it returned a boolean",
      "POST",
      { validateName: () => wrong(true) },
    ],
    [
      "prepareForCreate of Oven must return nothing, because it changes the object in place, and it returned an object",
      "POST",
      { prepareForCreate: wrong((_context: unknown, object: Oven) => ({ ...object })) },
    ],
    [
      "prepareForUpdate of Oven must return nothing, because it changes the object in place, and it returned a Promise: the function must not be async",
      "PATCH",
      { prepareForUpdate: wrong(() => Promise.resolve()) },
    ],
    [
      "canonicalize of Oven must return nothing, because it changes the object in place, and it returned null",
      "POST",
      { canonicalize: wrong(() => null) },
    ],
    [
      'warningsOnCreate of Oven must return a list of strings, and it returned the string "hot"',
      "POST",
      { warningsOnCreate: () => wrong("hot") },
    ],
    [
      "status.validateUpdate of Oven must return a list of errors made by functions of `field`, and it returned a Promise: the function must not be async",
      "STATUS",
      { status: { validateUpdate: wrongErrors(Promise.resolve([])) } },
    ],
  ])("the server reports: %s", async (message, request, strategy) => {
    const server = serverWith(strategy);
    const created = await server.post(ovens, oven("a"));
    if (request === "POST") {
      expect(created.json).toMatchObject({
        code: 500,
        reason: "InternalError",
        message: `Internal error occurred: ${message}`,
      });
    } else {
      expect(created.status).toBe(201);
      const path = request === "STATUS" ? `${ovens}/a/status` : `${ovens}/a`;
      expect(
        (await server.patch(path, "merge-patch", { metadata: { labels: { a: "b" } }, status: { heat: "hot" } })).json,
      ).toMatchObject({ code: 500, reason: "InternalError" });
    }
    expect(server.logged.join("\n")).toContain(`the strategy is wrong: ${message}`);
  });

  test("the log has an exception with the function and the kind, and the client gets Kubernetes' message", async () => {
    const broken = new TypeError("x is undefined");
    const server = serverWith({
      validate: () => {
        throw broken;
      },
    });
    const { status, text } = await server.post(ovens, oven("a"));
    expect([status, text.trim()]).toEqual([
      500,
      "This request caused apiserver to panic. Look in the logs for details.",
    ]);
    expect(server.logged).toEqual([expect.stringContaining("an error in validate of Oven: x is undefined")]);
  });

  test("the response has the Status of a StatusError from a strategy", async () => {
    const server = serverWith({
      prepareForCreate: ({ user }) => {
        throw errors.newForbidden({ group: "bakery.example.com", name: "ovens" }, "a", `not for ${user.name}`);
      },
    });
    expect((await server.post(ovens, oven("a"))).json).toMatchObject({
      code: 403,
      message: 'ovens.bakery.example.com "a" is forbidden: not for admin',
    });
  });
});

describe("names", () => {
  const names = {
    "line end": "a\nb",
    "escape sequence": "a\u001b[31m",
    delete: "a\u007f",
    "next line": "a\u0085",
    "line separator": "a\u2028",
    direction: "\u202egnp.exe",
  };
  test.each(Object.entries(names))("the server refuses a name with a control character: %s", async (_title, name) => {
    const { json } = await serverWith({}).post(ovens, oven(name));
    expect(json).toMatchObject({
      code: 422,
      details: {
        causes: [
          { field: "metadata.name", message: expect.stringContaining("may not contain control characters") as unknown },
        ],
      },
    });
    expect(textOf(json["message"]).split("is invalid")[1]).not.toMatch(/[\p{Cc}\u2028\u202e]/u);
  });

  test("a custom check of names replaces the check of the server, also for updates", async () => {
    const lenient = serverWith({ validateName: () => [] });
    expect((await lenient.post(ovens, oven("a\u0085"))).status).toBe(201);
    const [item] = (await lenient.storage.list("/registry/bakery/")).items;
    const server = serverWith({});
    await server.storage.create(item?.key ?? "", item?.value ?? Buffer.from(""));
    expect(
      (await server.patch(`${ovens}/${encodeURIComponent("a\u0085")}`, "merge-patch", { spec: { colour: "blue" } }))
        .status,
    ).toBe(200);
  });
});

test("the strategy of the bakery still validates its status", async () => {
  const server = serverWith(ovenStrategy);
  await server.post(ovens, oven("a"));
  expect(
    (await server.patch(`${ovens}/a/status`, "merge-patch", { status: { replicas: -1 } })).json["message"],
  ).toContain("must not be negative");
});
