import {
  encodeBytes,
  field,
  type ErrorList,
  type Operation,
  type Schema,
  type TypeSchema,
} from "@apimachinery/runtime";
import { validate } from "@apimachinery/runtime/codegen/v1";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const create: Operation = { type: "Create", options: {}, request: { subresources: [] } };
const update: Operation = { ...create, type: "Update" };
type Errors = ErrorList[number][];
const fail: validate.Validator<unknown> = (_op, path, value, _old, errors) => {
  errors.push(validate.forcedFailure(path, value, "x"));
};

describe("paths", () => {
  test("an error without a path is at the root, whether the path is null or undefined", () => {
    expect(field.required(undefined, "")).toEqual(field.required(null, ""));
    expect(field.required(undefined, "").field).toBe("<nil>");
  });

  test("a path can start with a property, an item or a key", () => {
    expect(String(validate.child(undefined, "spec"))).toBe("spec");
    expect(String(validate.index(undefined, 3))).toBe("[3]");
    expect(String(validate.key(validate.index(undefined, 3), "a"))).toBe("[3][a]");
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
        expect(validate.isLonger(value, limit)).toBe(characters > limit);
        expect(validate.isShorter(value, limit)).toBe(characters < limit);
        expect(validate.hasMoreBytes(value, limit)).toBe(bytes > limit);
      }),
    );
  });
});

test("bytes are counted without decoding", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 12 }), (data) => {
      expect(validate.byteCount(encodeBytes(data))).toBe(data.length);
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
    expect(validate.semanticEqual([], undefined)).toBe(true);
    expect(validate.semanticEqual(undefined, [])).toBe(true);
    expect(validate.semanticEqual({ a: [] }, {})).toBe(false);
    expect(validate.semanticEqual({}, { a: [] })).toBe(false);
    expect(validate.semanticEqual({ a: undefined }, {})).toBe(true);
    expect(validate.semanticEqual({}, undefined)).toBe(false);
    expect(validate.equalMaps({}, undefined)).toBe(true);
    expect(validate.semanticEqual([1], [1, 2])).toBe(false);
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
      expect(validate.semanticEqual(left, right, shape), JSON.stringify([left, right])).toBe(isEqual);
      expect(validate.semanticEqual(right, left, shape), JSON.stringify([right, left])).toBe(isEqual);
      expect(validate.wholeValue(left, shape) === validate.wholeValue(right, shape)).toBe(isEqual);
      expect(validate.equalIn(left, right, Object.keys({ ...left, ...right }) as never[], schema)).toBe(isEqual);
    }
  });

  test("two values are equal exactly if their strings are the same", () => {
    fc.assert(
      fc.property(value, value, (left, right) => {
        expect(validate.semanticEqual(left, left)).toBe(true);
        const isSameText = validate.wholeValue(left) === validate.wholeValue(right);
        expect(validate.semanticEqual(left, right)).toBe(isSameText);
        expect(validate.semanticEqual(right, left)).toBe(isSameText);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("large values", () => {
  const size = 1_000_000;
  const list = Array.from({ length: size }, (_, at) => ({ name: `n${at % (size / 2)}`, other: [] }));

  test("a list of a million items is compared in linear time, and its errors do not overflow the stack", () => {
    const errors: Errors = [];
    validate.unique(undefined, list, ({ name }) => name, errors);
    expect(errors).toHaveLength(size / 2);
    expect(errors[0]?.field).toBe(`[${size / 2}]`);
    const more: Errors = [];
    validate.append(more, errors);
    expect(more).toHaveLength(size / 2);
  });

  test("items without a key are compared in linear time", () => {
    const errors: Errors = [];
    validate.unique(undefined, [...list.slice(0, 50_000), ...list.slice(0, 50_000)], validate.wholeValue, errors);
    expect(errors).toHaveLength(50_000);
  });

  test("the items of a million are found in the old list in linear time", () => {
    const errors: Errors = [];
    const correlation = { keyOf: ({ name }: { readonly name: string }) => name, equal: validate.semanticEqual };
    validate.eachItem(update, undefined, list, list.slice(0, 10), correlation, fail, errors);
    expect(errors).toHaveLength(size - 20);
  });
});

test("keys of maps are visited in the order of their UTF-8 bytes", () => {
  const errors: Errors = [];
  const map = { "\uffff": 1, "\u{10000}": 1, b: 1, a: 1, "": 1 };
  validate.eachValue(create, undefined, map, undefined, Object.is, fail, errors);
  expect(errors.map((error) => error.field)).toEqual(["[]", "[a]", "[b]", "[\uffff]", "[\u{10000}]"]);
});

test("options with the names of inherited properties are not defined", () => {
  const errors: Errors = [];
  expect(validate.hasOption(create, undefined, "toString", true, errors)).toBe(false);
  expect(errors.map(field.errorText)).toEqual(['<nil>: Internal error: undefined validation option "toString"']);
});

test("stability is set on the errors from an index on", () => {
  const errors = [validate.required(undefined), validate.required(undefined)];
  validate.markStability(errors, 1, "alpha");
  expect(errors.map(({ stability }) => stability)).toEqual([undefined, "alpha"]);
});
