import * as fc from "fast-check";
import { setOwn } from "../values.js";
import { typeMetaOf } from "../decode/type-meta.js";
import {
  shapeOf,
  type FieldShape,
  type Schema,
  type SchemaShape,
  type TypeSchema,
  type ValueShape,
} from "../schema.js";
import { Fuzz_FieldsV1, Fuzz_RawExtension, Fuzz_any, mapOf } from "./json.js";
import {
  Fuzz_Duration,
  Fuzz_IntOrString,
  Fuzz_MicroTime,
  Fuzz_Quantity,
  Fuzz_Time,
  Fuzz_boolean,
  Fuzz_bytes,
  Fuzz_string,
  numberOf,
} from "./scalars.js";

/**
 * Arbitraries by schema. They replace the arbitraries that `arbitraryOf` would create from these
 * schemas.
 */
export type FuzzerOverrides = ReadonlyMap<TypeSchema, () => fc.Arbitrary<unknown>>;

/**
 * Returns an arbitrary for a type, created from its schema. Objects have the form that decoding
 * creates: with apiVersion and kind, required fields first, no undefined properties. A type that
 * contains itself is nested at most twice; below that, optional fields, lists and maps are empty.
 */
export function arbitraryOf<T>(schema: Schema<T>, overrides: FuzzerOverrides = new Map()): fc.Arbitrary<T> {
  return new SchemaFuzzer(overrides).type(schema, []) as fc.Arbitrary<T>;
}

class SchemaFuzzer {
  readonly #overrides: FuzzerOverrides;

  constructor(overrides: FuzzerOverrides) {
    this.#overrides = overrides;
  }

  type(schema: TypeSchema, outer: readonly TypeSchema[], isEmbedded = false): fc.Arbitrary<unknown> {
    const override = this.#overrides.get(schema);
    if (override !== undefined) return override();
    const shape = shapeOf(schema);
    const path = [...outer, schema];
    if (shape.value !== undefined) return this.#value(shape.value, path);
    if (shape.discriminator !== undefined) return this.#union(shape, path);
    return this.#object(shape, path, isEmbedded);
  }

  #object(shape: SchemaShape, path: readonly TypeSchema[], isEmbedded: boolean): fc.Arbitrary<unknown> {
    const fields = Object.entries(shape.fields ?? {}).map(([name, field]) => {
      const isTypeMeta = shape.gvk !== undefined && (name === "kind" || name === "apiVersion");
      return { name, field, isTypeMeta, isOptional: field.optional === true || (isTypeMeta && isEmbedded) };
    });
    const ordered = [...fields.filter((field) => !field.isOptional), ...fields.filter((field) => field.isOptional)];
    const values = ordered.map(({ name, field, isTypeMeta, isOptional }) => {
      if (isTypeMeta && !isEmbedded) return fc.constant(typeMetaOf(shape.gvk, name));
      return isOptional ? this.#optional(field, path) : this.#required(field, path);
    });
    return fc.tuple(...values).map((list) => {
      const object: Record<string, unknown> = {};
      ordered.forEach(({ name }, i) => {
        if (list[i] !== undefined) setOwn(object, name, list[i]);
      });
      return object;
    });
  }

  #required(field: FieldShape, path: readonly TypeSchema[]): fc.Arbitrary<unknown> {
    const value = this.#value(field, path);
    const hasZeroTime = field.type === "Time" || field.type === "MicroTime";
    return hasZeroTime ? fc.oneof(fc.constant(""), value) : value;
  }

  #optional(field: FieldShape, path: readonly TypeSchema[]): fc.Arbitrary<unknown> {
    return isExhausted(field, path) ? fc.constant(undefined) : fc.option(this.#value(field, path), { nil: undefined });
  }

  #union(shape: SchemaShape, path: readonly TypeSchema[]): fc.Arbitrary<unknown> {
    const discriminator = shape.discriminator ?? "";
    const members = Object.entries(shape.members ?? {}).map(([value, member]) =>
      this.type(member(), path).map((object) => withTag(object, discriminator, value)),
    );
    return fc.oneof(...members);
  }

  #value(value: ValueShape, path: readonly TypeSchema[]): fc.Arbitrary<unknown> {
    switch (value.type) {
      case "any":
        return Fuzz_any();
      case "RawExtension":
        return Fuzz_RawExtension();
      case "FieldsV1":
        return Fuzz_FieldsV1();
      case "boolean":
        return Fuzz_boolean();
      case "string":
        return value.enum === undefined ? Fuzz_string() : fc.constantFrom(...value.enum);
      case "bytes":
        return Fuzz_bytes();
      case "Time":
        return Fuzz_Time();
      case "MicroTime":
        return Fuzz_MicroTime();
      case "Duration":
        return Fuzz_Duration();
      case "Quantity":
        return Fuzz_Quantity();
      case "IntOrString":
        return Fuzz_IntOrString();
      case "list":
        return isExhausted(value.items, path)
          ? fc.constant([])
          : fc.array(this.#value(value.items, path), { maxLength: 3 });
      case "tuple":
        return fc.tuple(...value.items.map((item) => this.#value(item, path)));
      case "map":
        return isExhausted(value.values, path) ? fc.constant({}) : mapOf(this.#value(value.values, path));
      case "ref":
        return this.type(value.to(), path);
      case "embedded":
        return this.type(value.to(), path, true);
      default:
        return value.enum === undefined ? numberOf(value.type) : fc.constantFrom(...value.enum);
    }
  }
}

/** Reports whether the path already contains the type of the value twice. */
function isExhausted(value: ValueShape, path: readonly TypeSchema[]): boolean {
  if (value.type !== "ref" && value.type !== "embedded") return false;
  const schema = value.to();
  return path.filter((outer) => outer === schema).length >= 2;
}

function withTag(object: unknown, discriminator: string, value: string): unknown {
  const copy = { ...(object as Record<string, unknown>) };
  const tag = copy[discriminator];
  // The discriminator can be a number or a boolean. The keys of the members are always strings.
  copy[discriminator] = typeof tag === "number" || typeof tag === "boolean" ? (JSON.parse(value) as unknown) : value;
  return copy;
}
