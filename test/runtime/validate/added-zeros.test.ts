import { hasOptionalZeros, withoutAddedZeros, type TypeSchema } from "@apimachinery/runtime";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const text = { type: "string" } as const;
const round: TypeSchema = { name: "Round", fields: { kind: text, radius: { type: "int32", optional: true } } };
const shape: TypeSchema = { name: "Shape", discriminator: "kind", members: { round: () => round } };
const size: TypeSchema = {
  name: "Size",
  fields: { wait: { type: "Duration" }, weight: { type: "Quantity" }, note: { ...text, optional: true } },
};
const labels: TypeSchema = { name: "Labels", value: { type: "map", values: text } };
const thing: TypeSchema = {
  name: "Thing",
  fields: {
    name: text,
    count: { type: "int32", optional: true },
    size: { type: "ref", to: () => size, optional: true },
    shape: { type: "ref", to: () => shape, optional: true },
    labels: { type: "ref", to: () => labels, optional: true },
    anything: { type: "any", optional: true },
    raw: { type: "RawExtension", optional: true },
    parts: { type: "list", items: { type: "ref", to: () => thing }, optional: true },
    byKey: { type: "map", values: { type: "ref", to: () => thing }, optional: true },
  },
};
const zeroSize = { wait: "0s", weight: "0" };

describe("zeros of optional properties that a client did not send", () => {
  test.each<[string, object, object, object]>([
    ["a number", {}, { name: "", count: 0 }, { name: "" }],
    ["an object of zeros, also if they are texts", {}, { name: "", size: { ...zeroSize, note: "" } }, { name: "" }],
    ["a union without a discriminator", {}, { name: "", shape: { kind: "" } }, { name: "" }],
    ["an empty list, map or raw object", {}, { name: "", parts: [], byKey: {}, labels: {}, raw: {} }, { name: "" }],
    ["a null in the request", { count: null }, { name: "", count: 0 }, { name: "" }],
    [
      "properties in lists, maps and unions",
      { parts: [{ name: "b" }], byKey: { k: {} }, shape: { kind: "round" } },
      {
        name: "a",
        parts: [{ name: "b", count: 0 }],
        byKey: { k: { name: "", count: 0 } },
        shape: { kind: "round", radius: 0 },
      },
      { name: "a", parts: [{ name: "b" }], byKey: { k: { name: "" } }, shape: { kind: "round" } },
    ],
    [
      "properties of an item that the server has moved",
      { parts: [{ name: "b", count: 0 }, { name: "c" }] },
      {
        name: "a",
        parts: [
          { name: "new", count: 5 },
          { name: "b", count: 0 },
          { name: "c", count: 0 },
        ],
      },
      { name: "a", parts: [{ name: "new", count: 5 }, { name: "b", count: 0 }, { name: "c" }] },
    ],
  ])("are removed: %s", (_, sent, value, rest) => {
    const before = structuredClone(value);
    expect(withoutAddedZeros(thing, sent, value, undefined).value).toEqual(rest);
    expect(value).toEqual(before);
  });

  test.each<[string, object, object]>([
    ["a zero that was sent", { count: 0, size: {} }, { name: "", count: 0, size: zeroSize }],
    ["other values", {}, { name: "", count: 1, size: { ...zeroSize, wait: "1s" }, anything: null, raw: { a: 0 } }],
    ["properties that the type does not have", {}, { name: "", size: { ...zeroSize, other: 0 } }],
  ])("are kept: %s", (_, sent, value) => {
    expect(withoutAddedZeros(thing, sent, value, undefined).value).toBe(value);
  });

  test("the old object loses a zero where the object loses one, in the same item", () => {
    const item = (name: string, count?: number) => ({ name, ...(count === undefined ? {} : { count }) });
    const value = { name: "", count: 0, parts: [item("b", 0), item("c", 0)], byKey: { k: item("", 0) } };
    const old = { name: "", count: 0, parts: [item("c", 0), item("b", 7)], byKey: { k: item("", 0) } };
    const result = withoutAddedZeros<object>(thing, { parts: [item("b"), item("c")], byKey: { k: {} } }, value, old);
    expect(result).toMatchObject({
      value: { name: "", parts: [item("b"), item("c")], byKey: { k: item("") } },
      old: { name: "", parts: [item("c"), item("b", 7)], byKey: { k: item("") } },
    });
    expect(old).toMatchObject({ count: 0 });
    expect(result.old).not.toHaveProperty("count");
  });

  test("a list of 100000 items that the server has changed is compared in linear time", () => {
    const list = Array.from({ length: 100_000 }, (_, index) => ({ name: "same", count: index % 2 }));
    const value = { name: "", parts: [{ name: "new", count: 9 }, ...list.map(({ name }) => ({ name, count: 0 }))] };
    const { parts = [] } = withoutAddedZeros<{ parts?: object[] }>(thing, { parts: list }, value, undefined).value;
    expect(parts).toHaveLength(100_001);
  });
});

describe("the search for zeros of optional properties", () => {
  const { value: random } = fc.letrec<{ readonly value: object; readonly size: object; readonly shape: object }>(
    (tie) => ({
      size: fc.record(
        { wait: fc.constantFrom("0s", "1s"), weight: fc.constantFrom("0", "1"), note: fc.constantFrom("", "n") },
        { requiredKeys: ["wait", "weight"] },
      ),
      shape: fc.record(
        { kind: fc.constantFrom("", "round", "other"), radius: fc.constantFrom(0, 1) },
        { requiredKeys: ["kind"] },
      ),
      value: fc.record(
        {
          name: fc.constantFrom("", "a"),
          count: fc.constantFrom(0, 1),
          size: tie("size"),
          shape: tie("shape"),
          labels: fc.constantFrom({}, { a: "" }),
          anything: fc.constantFrom(null, 0, {}),
          raw: fc.constantFrom({}, { a: 0 }),
          parts: fc.array(tie("value"), { maxLength: 2, depthIdentifier: "thing" }),
          byKey: fc.dictionary(fc.constantFrom("a", "b"), tie("value"), { maxKeys: 2, depthIdentifier: "thing" }),
          unknown: fc.constant(0),
        },
        { requiredKeys: ["name"] },
      ),
    }),
  );

  test("finds one exactly if an object that a client did not send loses something", () => {
    fc.assert(
      fc.property(random, (value) => {
        const loses = withoutAddedZeros(thing, {}, value, undefined).value !== value;
        expect(hasOptionalZeros(thing, value)).toBe(loses);
      }),
      { numRuns: 2000 },
    );
  });

  test("if it finds none, an object and its old object lose nothing", () => {
    fc.assert(
      fc.property(random, random, random, (sent, value, old) => {
        let bare = value;
        while (hasOptionalZeros(thing, bare)) bare = withoutAddedZeros(thing, {}, bare, undefined).value;
        const result = withoutAddedZeros(thing, sent, bare, old);
        expect(result.value).toBe(bare);
        expect(result.old).toBe(old);
      }),
      { numRuns: 500 },
    );
  });
});
