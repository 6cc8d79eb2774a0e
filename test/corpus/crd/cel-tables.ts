import type { Base } from "./cases.js";

/** A type, values, and sets of markers with CEL rules. */
export interface CELTable {
  readonly base: Base;
  readonly rules: readonly (readonly string[])[];
  /** Reason why some errors differ from those of Kubernetes. */
  readonly differs?: string;
}

const rule = (text: string, more = ""): string => `XValidation:rule=${JSON.stringify(text)}${more}`;

const string = { type: "string" };
const integer = { type: "integer", format: "int32" };
const object = { type: "object", properties: { a: string, b: integer } };

/** The types with their values and CEL rules. */
export const celTables: Readonly<Record<string, CELTable>> = {
  Text: {
    base: { type: "string", schema: string, values: ["a", "ab", "abc", "abcd", "🙂", "🙂🙂🙂", '"', "\u2028ab"] },
    rules: [
      [rule("self.size() < 3", ',message="too long, but short enough"')],
      [rule("self.size() < 3 && self != 'a'", ",reason=FieldValueForbidden")],
      [rule("self.startsWith(oldSelf)", ",messageExpression=\"self + ' does not begin with ' + oldSelf\"")],
      [rule("oldSelf.hasValue() ? self == oldSelf.value() : self != 'ab'", ",optionalOldSelf=true")],
      [rule("int(self) > 1")],
      [rule("self.size() < 3"), rule("!self.contains('c')", ',message="no c",reason=FieldValueDuplicate')],
      ["MaxLength=3", rule("self.size() < 2")],
      ["Pattern=b", rule("self.matches('^[ab]+$')")],
      ["Enum=a;abc;abcd", rule("self.size() < 2", ",reason=FieldValueRequired")],
    ],
  },
  Time: {
    base: {
      type: "string",
      schema: { ...string, format: "date-time" },
      values: ["2020-01-01T00:00:00Z", "2024-02-29T12:00:00.5+01:00", "no time"],
    },
    rules: [["Format=date-time", rule("self.getFullYear() > 2020")]],
  },
  Duration: {
    base: { type: "Duration", schema: { ...string, format: "duration" }, values: ["1m0s", "2h0m0s", "1mss"] },
    differs: "the decoder has refused a wrong duration",
    rules: [[rule("self < duration('1h')", ',message="too late"')]],
  },
  Integer: {
    base: { type: "int32", schema: integer, values: [-3, -1, 0, 1, 2, 7, 2147483647] },
    rules: [
      [rule("self % 2 == 0")],
      [rule("10 / self > 4")],
      [rule("self >= oldSelf", ',message="must not decrease"')],
      ["Minimum=0", "MultipleOf=2", rule("self < 5", ',messageExpression="string(self)"')],
    ],
  },
  Long: {
    base: { type: "int64", schema: { type: "integer", format: "int64" }, values: [0, 2 ** 53 - 1, 1 - 2 ** 53] },
    rules: [[rule("self * 2048 != 0")]],
  },
  Float: {
    base: { type: "float64", schema: { type: "number" }, values: [0.5, -0.5, 1, 1e21] },
    rules: [[rule("self < 1.0")]],
  },
  Either: {
    base: { type: "IntOrString", schema: { "x-kubernetes-int-or-string": true }, values: ["", "a", 0, 7] },
    rules: [[rule("type(self) == int ? self > 1 : self == 'a'")]],
  },
  Quantity: {
    base: { type: "Quantity", schema: { "x-kubernetes-int-or-string": true }, values: ["1", "2Ki", "500m"] },
    rules: [[rule("quantity(self).isGreaterThan(quantity('1'))")]],
  },
  Texts: {
    base: {
      type: "string[]",
      schema: { type: "array", items: string },
      values: [[], ["a"], ["a", "b"], ["a", "a", "abc"]],
    },
    rules: [
      [rule("self.all(x, self.exists_one(y, x == y))", ',message="duplicates"')],
      [rule("oldSelf.all(x, x in self)")],
      [`items:${rule("self.size() < 2")}`, "MaxItems=2"],
    ],
  },
  Map: {
    base: {
      type: "Record<string, int32>",
      schema: { type: "object", additionalProperties: integer },
      values: [{}, { a: 1 }, { a: 1, "b.c/d": 7 }],
    },
    rules: [[rule("self.all(k, self[k] < 5)")], [rule("size(self) >= size(oldSelf)")]],
  },
  Object: {
    base: { type: "{ a?: string; b?: int32 }", schema: object, values: [{}, { a: "" }, { a: "x", b: 0 }, { b: 7 }] },
    rules: [
      [rule("has(self.a) == has(self.b)")],
      [rule("!has(self.b) || self.b < 5", ',message="b is large",fieldPath=.b')],
      [rule("has(self.a) || !has(oldSelf.a)", ",reason=FieldValueRequired,fieldPath=.a")],
    ],
  },
};
