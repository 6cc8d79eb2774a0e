import {
  decodeJSON,
  decodeValue,
  StrictDecodingError,
  strategicMergePatch,
  type JSONObject,
  type Schema,
  type TypeSchema,
  type int32,
} from "@apimachinery/runtime";
import { cborToJSON, encodeUnordered } from "@apimachinery/runtime/cbor";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mergeSchemaOf } from "../../runtime/managedfields/merge-schema.js";
import { dropUnknown, keepUnknown } from "../../runtime/scheme/unknown-fields.js";
import { fuzzer } from "../../runtime/testing/index.js";

interface Part {
  name: string;
  size?: int32;
  inner?: Inner;
}
interface Inner {
  a?: string;
}

const inner: Schema<Inner> = { name: "v1.Inner", fields: { a: { type: "string", optional: true } } };
const part: Schema<Part> = {
  name: "v1.Part",
  fields: {
    name: { type: "string" },
    size: { type: "int32", optional: true },
    inner: { type: "ref", to: () => inner, optional: true },
  },
};
const kept = { type: "ref", to: () => part, preserveUnknown: true } as const;
const parts: TypeSchema = { name: "v1.Parts", value: { type: "list", items: { type: "ref", to: () => part } } };
const union: TypeSchema = {
  name: "v1.Union",
  discriminator: "name",
  members: { a: () => part },
};
const open: TypeSchema = { ...part, name: "v1.Open", preserveUnknown: true };
const machine: TypeSchema = {
  name: "v1.Machine",
  fields: {
    part: { ...kept, optional: true },
    list: { type: "list", items: kept, optional: true },
    alias: { type: "ref", to: () => parts, preserveUnknown: true, optional: true },
    union: { type: "ref", to: () => union, preserveUnknown: true, optional: true },
    embedded: { type: "embedded", to: () => part, preserveUnknown: true, optional: true },
    open: { type: "ref", to: () => open, optional: true },
    plain: { type: "ref", to: () => part, optional: true },
    byName: { type: "map", values: { type: "ref", to: () => part }, optional: true },
  },
};

const more = { name: "a", more: { x: [1, "b", null] }, none: null, toString: "t", inner: { a: "x" } };

const decoded = (value: object, mode: "strict" | "warn" | "ignore" = "strict") =>
  decodeJSON(machine as Schema<object>, JSON.stringify(value), mode);

describe("objects keep fields that their type does not have", () => {
  test.each([
    ["in a property", { part: more }],
    ["in a list", { list: [more, { name: "b" }] }],
    ["in an alias of a list", { alias: [more] }],
    ["in a union", { union: more }],
    ["in an embedded object", { embedded: more }],
    ["of a type with the marker", { open: more }],
  ])("%s", (_title, value) => {
    expect(decoded(value)).toEqual({ value, warnings: [] });
    expect(decodeValue(machine as Schema<object>, value, "strict")).toEqual({ value, warnings: [] });
  });

  test.each([
    ["in another property", { plain: more }, { plain: { name: "a", inner: { a: "x" } } }, "plain"],
    [
      "in the values of a map",
      { byName: { k: more } },
      { byName: { k: { name: "a", inner: { a: "x" } } } },
      "byName.k",
    ],
    [
      "in an object below",
      { part: { ...more, inner: { a: "x", b: 1 } } },
      { part: { ...more, inner: { a: "x" } } },
      "part.inner",
    ],
  ])("but not %s", (_title, value, stored, path) => {
    const { value: found, warnings } = decoded(value, "warn");
    expect(found).toEqual(stored);
    expect(warnings[0]).toMatch(new RegExp(`^unknown field "${path}\\.`));
    expect(() => decoded(value)).toThrow(StrictDecodingError);
  });

  test("a field `__proto__` is data", () => {
    const text = '{"part":{"name":"a","__proto__":{"x":1}}}';
    const { value } = decodeJSON(machine as Schema<{ part: object }>, text, "strict");
    expect(JSON.stringify(value)).toBe(text);
    expect(Object.getPrototypeOf(value.part)).toBe(Object.prototype);
  });

  test("duplicates in them are reported, also of unknown fields themselves", () => {
    const text = '{"part":{"name":"a","x":1,"x":{"y":1,"y":2}}}';
    expect(decodeJSON(machine as Schema<object>, text, "warn")).toEqual({
      value: { part: { name: "a", x: { y: 2 } } },
      warnings: ['duplicate field "part.x"', 'duplicate field "part.x.y"'],
    });
  });

  test("large integers are those of a value without a type", () => {
    const text = '{"part":{"name":"a","x":[9007199254740993]}}';
    expect(() => decodeJSON(machine as Schema<object>, text, "strict")).toThrow("part.x[0]");
    expect(decodeJSON(machine as Schema<object>, text, "strict", "bigint").value).toEqual({
      part: { name: "a", x: [9007199254740993n] },
    });
  });
});

test("CBOR has unknown fields", () => {
  expect(JSON.parse(cborToJSON(encodeUnordered({ part: more }, machine)))).toEqual({ part: more });
});

test("each unknown field has its own manager; the lists in it are atomic", () => {
  const { document, nameOf } = mergeSchemaOf([machine]);
  const types = document["types"] as readonly JSONObject[];
  const mapsOf = (name: string) =>
    types.filter(({ name: found }) => JSON.stringify(found).startsWith(`"${name}#`)).map(({ map }) => map);
  const deduced = { namedType: "__untyped_deduced_" };
  expect(mapsOf("v1.Open")).toMatchObject([{ elementType: deduced }]);
  const [keeping, plain] = mapsOf("v1.Part");
  expect(keeping).toMatchObject({ elementType: deduced });
  expect(plain).not.toHaveProperty("elementType");
  expect(nameOf(machine)).toMatch(/^v1\.Machine#/);
});

test("a strategic merge patch merges unknown fields key by key", () => {
  const original = { part: { name: "a", more: { x: 1, y: 2 } } };
  const patch = { part: { more: { y: null, z: 3 }, other: true } };
  expect(strategicMergePatch(original, patch, machine)).toEqual({
    part: { name: "a", more: { x: 1, z: 3 }, other: true },
  });
  expect(() => strategicMergePatch({ plain: { more: {} } }, { plain: { more: { x: 1 } } }, machine)).toThrow(
    "unable to find api field",
  );
});

test("random objects have unknown fields where they are kept, and only there", () => {
  const samples = fc.sample(fuzzer(machine as Schema<Record<string, unknown>>)(), { numRuns: 300, seed: 1 });
  const printed = (names: readonly string[]) => JSON.stringify(samples.map((one) => names.map((name) => one[name])));
  for (const name of ["part", "list", "alias", "union", "open"]) expect(printed([name])).toContain('"unknown"');
  expect(printed(["plain", "byName"])).not.toContain('"unknown":');
  for (const sample of samples) expect(decoded(sample).value).toEqual(sample);
});

describe("a conversion", () => {
  test("keeps the fields that neither type has", () => {
    const source = { name: "a", length: 1, size: 2, x: { y: 1 } };
    expect(keepUnknown(source, { name: "a", size: 1 }, ["name", "length", "size"])).toEqual({
      name: "a",
      size: 1,
      x: { y: 1 },
    });
    expect(keepUnknown(source, source, ["name"])).toBe(source);
  });

  test("drops them", () => {
    const object = { name: "a", x: 1 };
    expect(dropUnknown(object, ["name"])).toEqual({ name: "a" });
    expect(dropUnknown(object, ["name", "x"])).toBe(object);
  });
});
