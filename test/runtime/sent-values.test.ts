import { expect, test } from "vitest";
import { readSent } from "../../runtime/codec/sent-values.js";
import type { TypeSchema } from "../../runtime/schema/schema.js";

const inner: TypeSchema = {
  name: "v1.Inner",
  fields: {
    size: { type: "int32", default: 3 },
    name: { type: "string", optional: true, default: "x" },
    list: { type: "list", items: { type: "string" }, optional: true },
  },
};
const thing: TypeSchema = {
  name: "v1.Thing",
  fields: {
    metadata: { type: "map", values: { type: "string" } },
    labels: { type: "map", values: { type: "string" } },
    parts: { type: "list", items: { type: "ref", to: () => inner } },
    any: { type: "list", items: { type: "any" } },
  },
};

test("a null value is removed from a map, except in the metadata and in values of any type", () => {
  const value = { metadata: { a: null }, labels: { a: null, b: "" }, any: [null, { a: null }] };
  readSent(thing, value);
  expect(value).toEqual({ metadata: { a: null }, labels: { b: "" }, any: [null, { a: null }] });
});

test("a null item of a list is refused with its path", () => {
  expect(() => readSent(thing, { parts: [{ size: 1 }, null] })).toThrow(
    "json: cannot unmarshal null into parts[1] of type v1.Inner: lists have no absent items",
  );
  expect(() => readSent(thing, { parts: [{ list: ["a", null] }] })).toThrow("into parts[0].list[1] of type string");
});

test("an explicit zero of a property without ? is restored after defaulting", () => {
  const keepZeros = readSent(thing, { parts: [{ size: 0, name: "" }, { name: "a" }, { size: 4 }] });
  const decoded = { parts: [{ size: 0, name: "" }, { size: 0, name: "a" }, { size: 4 }] };
  const restore = keepZeros(decoded);
  for (const part of decoded.parts) part.size ||= 3;
  restore();
  expect(decoded.parts.map(({ size }) => size)).toEqual([0, 3, 4]);
});
