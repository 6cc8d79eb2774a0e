import {
  encodeBytes,
  field,
  type ErrorList,
  type Operation,
  type Schema,
  type TypeSchema,
} from "@apimachinery/runtime";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { child, index, key } from "../../../runtime/field/below.js";
import type { AnyRule, Identity } from "../../../runtime/rules/type-rules.js";
import { fieldValue } from "../../../runtime/rules/value.js";
import type { ValueShape } from "../../../runtime/schema/schema.js";
import { equalIn, equalMaps, semanticEqual } from "../../../runtime/schema/semantic-equal.js";
import { wholeValue } from "../../../runtime/schema/whole-value.js";
import { byteCount, hasMoreBytes, isLonger, isShorter } from "../../../runtime/util/text-length.js";
import { checkOf } from "../../../runtime/validator/checks.js";

const create: Operation = { type: "Create", options: {}, request: { subresources: [] } };
const update: Operation = { ...create, type: "Update" };
const fails = { kind: "fixed", passes: false, message: "x" } as const;

/** Returns the errors of a rule for a value at the root. */
function errorsOf(rule: AnyRule, of: ValueShape, value: unknown, old?: unknown, identity?: Identity): ErrorList {
  const environment = { functionOf: () => () => undefined, handWritten: () => () => [], pattern: () => ({}) as never };
  const errors: ErrorList[number][] = [];
  const check = checkOf(rule, { of: fieldValue(of), identity, environment });
  check(old === undefined ? create : update, undefined, value, old, errors);
  return errors;
}

describe("paths", () => {
  test("an error without a path is at the root, whether the path is null or undefined", () => {
    expect(field.required(undefined, "")).toEqual(field.required(null, ""));
    expect(field.required(undefined, "").field).toBe("<nil>");
  });

  test("a path can start with a property, an item or a key", () => {
    expect(String(child(undefined, "spec"))).toBe("spec");
    expect(String(index(undefined, 3))).toBe("[3]");
    expect(String(key(index(undefined, 3), "a"))).toBe("[3][a]");
  });
});

describe("strings", () => {
  test("lengths count characters and bytes as Go does, also those of lone surrogates", () => {
    const text = fc.array(fc.constantFrom("a", "é", "€", "🙂", "\ud83d", "\ude42"), { maxLength: 12 });
    fc.assert(
      fc.property(text, fc.nat(50), (parts, limit) => {
        const value = parts.join("");
        const characters = Array.from(value).length;
        const bytes = new TextEncoder().encode(value).length;
        expect(isLonger(value, limit)).toBe(characters > limit);
        expect(isShorter(value, limit)).toBe(characters < limit);
        expect(hasMoreBytes(value, limit)).toBe(bytes > limit);
      }),
    );
  });
});

test("bytes are counted without decoding", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 12 }), (data) => {
      expect(byteCount(encodeBytes(data))).toBe(data.length);
    }),
  );
});

describe("equality of values", () => {
  const value = fc.letrec<{ readonly value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      fc.constantFrom(0, 1, "", "a", true, false),
      fc.array(tie("value"), { maxLength: 2 }),
      fc.dictionary(fc.constantFrom("a", "b", "__proto__"), tie("value"), { maxKeys: 2 }),
    ),
  })).value;

  test("an absent list and an empty one are the same, but not in an object", () => {
    expect(semanticEqual([], undefined)).toBe(true);
    expect(semanticEqual(undefined, [])).toBe(true);
    expect(semanticEqual({ a: [] }, {})).toBe(false);
    expect(semanticEqual({}, { a: [] })).toBe(false);
    expect(semanticEqual({ a: undefined }, {})).toBe(true);
    expect(semanticEqual({}, undefined)).toBe(false);
    expect(equalMaps({}, undefined)).toBe(true);
    expect(semanticEqual([1], [1, 2])).toBe(false);
  });

  test("with the type, quantities are compared by value", () => {
    const part: Schema<{ labels?: Record<string, string>; empty?: object }> = {
      name: "v1.Part",
      fields: {
        labels: { type: "map", values: { type: "string" }, optional: true },
        empty: { type: "ref", to: () => ({ name: "v1.Empty", fields: {} }), optional: true },
      },
    };
    const limits: TypeSchema = { name: "v1.Limits", value: { type: "map", values: { type: "Quantity" } } };
    const fields = {
      parts: { type: "list", items: { type: "ref", to: () => part } },
      limits: { type: "ref", to: () => limits },
    };
    const schema: TypeSchema = { name: "v1.Spec", fields };
    const shape = { type: "ref", to: () => schema } as const;
    const rows: [object, object, boolean][] = [
      [{ parts: [{ labels: {} }] }, { parts: [{}] }, false],
      [{ parts: [{ empty: {} }] }, { parts: [{}] }, false],
      [{ parts: [{ labels: { a: "b" } }] }, { parts: [{}] }, false],
      [{ parts: [{ labels: { a: "" } }] }, { parts: [{ labels: { b: "" } }] }, false],
      [{ parts: [] }, {}, false],
      [{ parts: [{}] }, { parts: [] }, false],
      [{ limits: { cpu: "1Gi" } }, { limits: { cpu: "1024Mi" } }, true],
      [{ limits: { cpu: "1Gi" } }, { limits: { cpu: "1G" } }, false],
      [{ limits: { cpu: "x" } }, { limits: { cpu: "y" } }, false],
      [{ limits: {} }, {}, false],
      [{ unknown: 1 }, { unknown: 2 }, false],
    ];
    for (const [left, right, isEqual] of rows) {
      expect(semanticEqual(left, right, shape), JSON.stringify([left, right])).toBe(isEqual);
      expect(semanticEqual(right, left, shape), JSON.stringify([right, left])).toBe(isEqual);
      expect(wholeValue(left, shape) === wholeValue(right, shape)).toBe(isEqual);
      expect(equalIn(left, right, Object.keys({ ...left, ...right }) as never[], schema)).toBe(isEqual);
    }
  });

  test("two values are equal exactly if their strings are the same", () => {
    fc.assert(
      fc.property(value, value, (left, right) => {
        expect(semanticEqual(left, left)).toBe(true);
        const isSameText = wholeValue(left) === wholeValue(right);
        expect(semanticEqual(left, right)).toBe(isSameText);
        expect(semanticEqual(right, left)).toBe(isSameText);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("large values", () => {
  const size = 1_000_000;
  const list = Array.from({ length: size }, (_, at) => ({ name: `n${at % (size / 2)}`, other: [] }));
  const item: TypeSchema = { name: "v1.Item", fields: { name: { type: "string" } } };
  const items: ValueShape = { type: "list", items: { type: "ref", to: () => item } };
  const identity = { keys: ["name"] };

  test("a list of a million items is compared in linear time, and its errors do not overflow the stack", () => {
    const errors = errorsOf({ kind: "unique", ...identity }, items, list);
    expect(errors).toHaveLength(size / 2);
    expect(errors[0]?.field).toBe(`[${size / 2}]`);
  });

  test("items without a key are compared in linear time", () => {
    const twice = [...list.slice(0, 50_000), ...list.slice(0, 50_000)];
    expect(errorsOf({ kind: "unique" }, items, twice)).toHaveLength(50_000);
  });

  test("the items of a million are found in the old list in linear time", () => {
    const errors = errorsOf({ kind: "items", rules: [fails] }, items, list, list.slice(0, 10), identity);
    expect(errors).toHaveLength(size - 20);
  });
});

test("keys of maps are visited in the order of their UTF-8 bytes", () => {
  const map = { "\uffff": 1, "\u{10000}": 1, b: 1, a: 1, "": 1 };
  const errors = errorsOf({ kind: "values", rules: [fails] }, { type: "map", values: { type: "int32" } }, map);
  expect(errors.map((error) => error.field)).toEqual(["[]", "[a]", "[b]", "[\uffff]", "[\u{10000}]"]);
});

test("options with the names of inherited properties are not defined", () => {
  const errors = errorsOf(
    { kind: "option", option: "toString", enabled: true, rules: [fails] },
    { type: "string" },
    "",
  );
  expect(errors.map(field.errorText)).toEqual(['<nil>: Internal error: undefined validation option "toString"']);
});

test("errors have the stability of the rule that adds them", () => {
  const rules = [{ ...fails, stability: "alpha" }, fails] as const;
  const errors = errorsOf({ kind: "items", rules }, { type: "list", items: { type: "string" } }, ["a"]);
  expect(errors.map(({ stability }) => stability)).toEqual(["alpha", undefined]);
});
