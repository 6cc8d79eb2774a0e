import * as fc from "fast-check";
import { rulesIn } from "./rule-values.js";
import {
  shapeOf,
  type FieldShape,
  type SchemaShape,
  type TypeSchema,
  type ValueShape,
} from "../../runtime/schema/schema.js";

/**
 * Returns arbitrary JSON values for a type, as clients send them: most are valid or nearly valid.
 * Some properties are absent, null, empty, unknown or of a wrong type.
 */
export function sentValues(schema: TypeSchema): fc.Arbitrary<unknown> {
  const known = rulesIn(schema);
  return new Values([...known.strings], [...known.numbers]).type(schema, 0);
}

const integers = [0, 0, 1, 1, 2, 2, 3, 3, 5, 9, 10, -1, 127, 128, -129, 255, 256, 65535, 65536];
const edges = [2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 32 - 1, 2 ** 32, 2 ** 53];
const strings = ["", "", "a", "ab", "abc", "abcd", "é", "ééé", "b", "x y"];
const scalars: Readonly<Partial<Record<ValueShape["type"], readonly unknown[]>>> = {
  boolean: [true, false],
  float32: [0, 1, 1.5, -2],
  float64: [0, 1, 1.5, -2, 1e20],
  bytes: ["", "YQ==", "YWI=", "YWJj", "YWJjZA==", "YWJjZGVm", "YWJjZGVmZw==", "YWJ", "YW\nJj"],
  Time: ["2026-01-02T03:04:05Z", "2026-01-02T03:04:05+01:00", "2026-01-02t03:04:05z", "", "now"],
  MicroTime: ["2026-01-02T03:04:05.000001Z", "2026-01-02T03:04:05Z", "now"],
  Duration: ["1h0m0s", "1h", "0s", ".5h", "1", "1d", "3 weeks"],
  Quantity: ["1", "1Gi", "0.5", 2, 2.5, " 1", "1e1.5", "k"],
  IntOrString: [0, 1, "", "50%", "a"],
  any: [1, "a", null, {}, [], { a: null, b: [null] }],
  RawExtension: [{}, { a: 1 }, { apiVersion: "v1", kind: "Pod" }, { apiVersion: "", kind: "Pod" }],
  FieldsV1: [{}],
};
const wrong = [1, "w", true, [], {}, [{}], { a: 1 }, 1.5];

/** The metadata of an object inside of another one that CRDs have, as with controller-gen. */
const ofMetadata: ReadonlySet<string> = new Set(["annotations", "finalizers", "labels", "name", "namespace"]);

class Values {
  readonly #strings: readonly string[];
  readonly #numbers: readonly number[];

  constructor(named: readonly string[], limits: readonly number[]) {
    // Strings and numbers of rules are as frequent as all others together.
    this.#strings = [...named, ...strings, ...limits.map((limit) => "y".repeat(Math.min(limit, 300)))];
    this.#numbers = limits;
  }

  type(schema: TypeSchema, depth: number): fc.Arbitrary<unknown> {
    const shape = shapeOf(schema);
    if (shape.value !== undefined) return this.#value(shape.value, depth);
    if (shape.discriminator === undefined) return this.#object(shape, depth);
    const { discriminator, members = {} } = shape;
    const each = Object.entries(members).map(([tag, to]) => {
      const withTag = this.type(to(), depth).map((one) => (isObject(one) ? { ...one, [discriminator]: tag } : one));
      return { weight: 6, arbitrary: withTag };
    });
    // Some objects have the properties of a member and the discriminator of another one.
    const anyTag = fc.constantFrom(...Object.keys(members), "other");
    const mixed = fc.tuple(fc.oneof(...Object.values(members).map((to) => this.type(to(), depth))), anyTag);
    const foreign = mixed.map(([one, tag]) => (isObject(one) ? { ...one, [discriminator]: tag } : one));
    return fc.oneof(...each, { weight: 2, arbitrary: foreign });
  }

  #object(shape: SchemaShape, depth: number): fc.Arbitrary<unknown> {
    const all = Object.entries(shape.fields ?? {});
    const fields = shape.name === "v1.ObjectMeta" ? all.filter(([name]) => ofMetadata.has(name)) : all;
    const values = fields.map(([, field]) => this.#property(field, depth + 1));
    const unknown = fc.option(fc.constantFrom(1, null, "u"), { freq: 25, nil: undefined });
    return fc.tuple(fc.tuple(...values), unknown).map(([list, more]) => {
      const given = fields.flatMap(([name], index) =>
        list[index] === undefined ? [] : [[name, list[index]] as const],
      );
      return Object.fromEntries(more === undefined ? given : [...given, ["unknown", more] as const]);
    });
  }

  #property(field: FieldShape, depth: number): fc.Arbitrary<unknown> {
    const absent = field.optional === true || field.default !== undefined ? 12 : 3;
    return fc.oneof(
      { weight: absent, arbitrary: fc.constant(undefined) },
      { weight: 2, arbitrary: fc.constant(null) },
      { weight: 30, arbitrary: this.#value(field, depth) },
      { weight: 1, arbitrary: fc.constantFrom(...wrong) },
    );
  }

  #value(value: ValueShape, depth: number): fc.Arbitrary<unknown> {
    switch (value.type) {
      case "list":
        return fc.array(this.#part(value.items, depth), { maxLength: 4 });
      case "tuple":
        return this.#tuple(value.items, depth);
      case "map": {
        const keys = fc.constantFrom("a", "ab", "abc", "é");
        return fc.dictionary(keys, this.#part(value.values, depth), { maxKeys: 3, noNullPrototype: true });
      }
      case "ref":
      case "embedded":
        return depth > 6 ? fc.constant({}) : this.type(value.to(), depth);
      default:
        return this.#scalar(value);
    }
  }

  /** Returns an item or value of a collection; null is rare. */
  #part(value: ValueShape, depth: number): fc.Arbitrary<unknown> {
    const inner = this.#value(value, depth + 1);
    return fc.oneof({ weight: 40, arbitrary: inner }, { weight: 1, arbitrary: fc.constant(null) });
  }

  #tuple(items: readonly ValueShape[], depth: number): fc.Arbitrary<unknown> {
    const right = fc.tuple(...items.map((item) => this.#value(item, depth)));
    const other = fc.constantFrom([], ["a"], ["a", 1, 2, 3], [7, ""]);
    return fc.oneof({ weight: 6, arbitrary: right }, { weight: 2, arbitrary: other });
  }

  #scalar(value: ValueShape): fc.Arbitrary<unknown> {
    if ("enum" in value)
      return fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom<unknown>(...value.enum) },
        fc.constantFrom<unknown>("", "zz", 7, 0),
      );
    const known = scalars[value.type];
    if (known !== undefined) return fc.constantFrom(...known);
    if (value.type === "string") return fc.constantFrom(...this.#strings);
    const limits = this.#numbers.flatMap((limit) => [limit - 1, limit, limit + 1]);
    const usual = fc.constantFrom(...integers, ...limits);
    return fc.oneof({ weight: 15, arbitrary: usual }, { weight: 1, arbitrary: fc.constantFrom(...edges) });
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
