import {
  CodecFactory,
  Scheme,
  field,
  isImplied,
  leavesOut,
  leftOutOf,
  markImplied,
  setLeftOut,
  type LeftOut,
  type Operation,
  type TypeSchema,
} from "@apimachinery/runtime";
import { describe, expect, test } from "vitest";
import { notInUnion } from "../../../runtime/validator/scalar-checks.js";

const text = { type: "string" } as const;
const circle: TypeSchema = { name: "Circle", fields: { kind: text, radius: { type: "int32" } } };
const shape: TypeSchema = { name: "Shape", discriminator: "kind", members: { circle: () => circle } };
const part: TypeSchema = {
  name: "Part",
  fields: {
    name: text,
    toString: text,
    note: { ...text, optional: true },
    parts: { type: "list", items: { type: "ref", to: () => part }, optional: true },
  },
};
const gvk = { group: "g", version: "v1", kind: "Thing" };
const thing: TypeSchema = {
  name: "Thing",
  gvk,
  fields: {
    kind: text,
    apiVersion: text,
    metadata: { type: "ref", to: () => part },
    anything: { type: "any", nullable: true },
    list: { type: "list", items: { type: "ref", to: () => part } },
    byKey: { type: "map", values: { type: "ref", to: () => part }, optional: true },
    shape: { type: "ref", to: () => shape, optional: true },
    status: { type: "ref", to: () => part },
  },
};

const filled = { name: "a", toString: "" };
const complete = { anything: 1, list: [filled], status: filled };
const create = (): Operation => ({ type: "Create", options: {}, request: { subresources: [] } });

describe("what a JSON object leaves out", () => {
  test.each<[string, unknown, LeftOut | undefined]>([
    ["nothing", complete, undefined],
    ["a property, or null in its place", { list: null }, { names: ["anything", "list", "status"] }],
    [
      "properties of items",
      { ...complete, list: [{ name: "", toString: "" }, {}, null] },
      {
        names: [],
        below: new Map([
          ["list", { names: [], below: [undefined, { names: ["name", "toString"] }, { names: ["name", "toString"] }] }],
        ]),
      },
    ],
    [
      "properties of a type in itself",
      { ...complete, byKey: { k: { ...complete.list[0], parts: [{ name: "" }] } } },
      {
        names: [],
        below: new Map([
          [
            "byKey",
            {
              names: [],
              below: new Map([
                ["k", { names: [], below: new Map([["parts", { names: [], below: [{ names: ["toString"] }] }]]) }],
              ]),
            },
          ],
        ]),
      },
    ],
    [
      "a discriminator",
      { ...complete, shape: {} },
      {
        names: [],
        below: new Map([["shape", { names: ["kind"] }]]),
      },
    ],
    [
      "a property of a union's member",
      { ...complete, shape: { kind: "circle" } },
      {
        names: [],
        below: new Map([["shape", { names: ["radius"] }]]),
      },
    ],
    ["nothing in an unknown member", { ...complete, shape: { kind: "constructor" } }, undefined],
    ["nothing in a value of a wrong type", { ...complete, list: 1, byKey: [], shape: [] }, undefined],
    [
      "properties of the status",
      { ...complete, status: { name: "" } },
      {
        names: [],
        below: new Map([["status", { names: ["toString"] }]]),
      },
    ],
  ])("%s", (_, value, leftOut) => {
    expect(leftOutOf(thing, value)).toEqual(leftOut);
  });

  test("items that leave out the same share their tree", () => {
    const below = leftOutOf(thing, { anything: 1, list: [{}, {}] })?.below as ReadonlyMap<string, LeftOut>;
    const [first, second] = below.get("list")?.below as readonly LeftOut[];
    expect(first).toEqual({ names: ["name", "toString"] });
    expect(first).toBe(second);
  });

  test("lists whose items were moved have the indexes of the object's items", () => {
    const sentItems: readonly object[] = [{ name: "a" }, { name: "b", toString: "" }, {}];
    const sent = { ...complete, list: sentItems };
    const moved = (list: object[]) => leftOutOf(thing, sent, { ...complete, list })?.below;
    const [a, b, empty] = [
      { name: "a", toString: "" },
      { name: "b", toString: "" },
      { name: "", toString: "" },
    ] as const;
    const both = { names: ["name", "toString"] };
    const second = { names: ["toString"] };
    const below = (...list: (LeftOut | undefined)[]) => new Map([["list", { names: [], below: list }]]);
    expect(moved([a, b, empty])).toEqual(below(second, undefined, both));
    expect(moved([{ name: "new", toString: "" }, a, b, empty])).toEqual(below(undefined, second, undefined, both));
    expect(moved([b, a, empty])).toEqual(below(undefined, second, both));
    expect(moved([b, empty])).toEqual(below(undefined, both));
    expect(moved([{ ...a, toString: "filled" }, b, empty])).toEqual(below(second, undefined, both));
  });
});

describe("generated code asks whether a property is left out", () => {
  const path = field.newPath("list").index(1);

  test("without information, an absent property is left out", () => {
    expect(leavesOut(create(), path, {}, "name")).toBe(true);
    expect(leavesOut(create(), path, { name: "" }, "name")).toBe(false);
  });

  test("with information, the path of the object is looked up", () => {
    const op = create();
    setLeftOut(op, () => leftOutOf(thing, { list: [{ name: "", toString: "" }, {}], byKey: { "a.b": {} } }));
    const decoded = { name: "", toString: "", anything: null, list: [] };
    expect(leavesOut(op, undefined, decoded, "anything")).toBe(true);
    expect(leavesOut(op, undefined, decoded, "list")).toBe(false);
    expect(leavesOut(op, path, decoded, "name")).toBe(true);
    expect(leavesOut(op, path, decoded, "toString")).toBe(true);
    expect(leavesOut(op, field.newPath("list").index(0), decoded, "name")).toBe(false);
    expect(leavesOut(op, field.newPath("list").index(7), decoded, "name")).toBe(false);
    expect(leavesOut(op, field.newPath("byKey").key("a.b"), decoded, "name")).toBe(true);
    expect(leavesOut(op, field.newPath("status"), decoded, "name")).toBe(false);
    expect(leavesOut(op, undefined, decoded, "anything")).toBe(true);
  });

  test("with the information that nothing is left out, only absent properties are", () => {
    const op = create();
    setLeftOut(op, () => undefined);
    expect(leavesOut(op, undefined, { name: "" }, "name")).toBe(false);
    expect(leavesOut(op, undefined, {}, "name")).toBe(true);
  });
});

test("errors of rules that types imply are marked, and others are not", () => {
  const error = field.required(field.newPath("spec"), "");
  expect(isImplied(error)).toBe(false);
  expect(markImplied(error)).toBe(error);
  expect(isImplied(error)).toBe(true);
});

test("a conversion that throws reports the decoded object in its version", () => {
  const scheme = new Scheme();
  const hub: TypeSchema = { ...thing, name: "hub.Thing", gvk: { ...gvk, version: "__internal" } };
  scheme.addKnownTypes({ group: "g", version: "v1" }, { schema: thing });
  scheme.addKnownTypes({ group: "g", version: "__internal" }, { schema: hub });
  scheme.addConversionFunc(thing as never, hub as never, () => {
    throw new RangeError("not a size");
  });
  const decode = () => new CodecFactory(scheme).hubDecoder("g").decode('{"apiVersion":"g/v1","kind":"Thing"}');
  expect(decode).toThrow(
    expect.objectContaining({
      name: "HubConversionError",
      message: "not a size",
      object: expect.objectContaining({ list: [] }) as unknown,
    }) as Error,
  );
});

test("a literal without a value is a missing property if the request left out the object that contains it", () => {
  const op = create();
  setLeftOut(op, () => ({ names: ["spec"], below: new Map([["other", { names: ["name"] }]]) }));
  const messages = (...names: [string, ...string[]]) => {
    const error = notInUnion(op, field.newPath(...names), "", new Set(["A", "B"]));
    return [error.type, isImplied(error)];
  };
  // Defaults have given the object `spec` another property. So `spec` itself is not missing.
  expect(messages("spec", "mode")).toEqual(["FieldValueRequired", true]);
  expect(messages("spec", "inner", "mode")).toEqual(["FieldValueRequired", true]);
  expect(messages("other", "mode")).toEqual(["FieldValueNotSupported", true]);
  expect(messages("mode")).toEqual(["FieldValueNotSupported", true]);
});
