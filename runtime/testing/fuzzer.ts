import { resolved, typesIn } from "../schema/resolve-shape.js";
import * as fc from "fast-check";
import { typeMetaConstant } from "../decode/type-meta.js";
import type { TypeMeta } from "../meta/v1/types.js";
import { typeHasRules } from "../rules/type-rules.js";
import {
  shapeOf,
  type FieldShape,
  type Schema,
  type NumberKind,
  type ReferenceShape,
  type SchemaShape,
  type TypeSchema,
  type ValueShape,
} from "../schema/schema.js";
import { targetOf } from "../schema/preserve-unknown.js";
import { cycleOf, type Cycle } from "./cycles.js";
import { Fuzz_FieldsV1, Fuzz_RawExtension, Fuzz_any, mapOf } from "./json.js";
import { ObjectArbitrary, type FieldArbitrary } from "./object-arbitrary.js";
import { embeddedOf, arbitraryOmitZero } from "./objects.js";
import { fitted, type GeneratedValidate } from "./rules/fitted.js";
import { isAlwaysGenerated, leastSize } from "./rules/always-generated.js";
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
 * A function `Fuzz_<T>`. Returns an arbitrary (fast-check's generator of random values) of a type.
 */
export type Fuzzer<T> = () => fc.Arbitrary<T>;

/** Options for the values that the fuzzers of one folder generate. */
export interface FuzzerOptions {
  /**
   * True if validation checks the types, so that generated values must not break the rules.
   * Default: false.
   */
  readonly validated?: boolean;
  /** True if defaults are set before objects are validated. Default: false. */
  readonly setsDefaults?: boolean;
  /**
   * Functions that generate the values of some types, instead of a generator from the schema:
   * hand-written functions, and functions of other folders.
   */
  readonly fuzzers?: () => readonly (readonly [schema: TypeSchema, fuzzer: Fuzzer<unknown>])[];
  /** Functions `Validate_<T>` of types with rules that only these functions can evaluate. */
  readonly validators?: () => readonly (readonly [schema: TypeSchema, validate: GeneratedValidate<never>])[];
}

/**
 * Returns a function that generates random values of a type from its schema. Objects have the form
 * that decoding creates: with apiVersion and kind, required fields, and no undefined properties. A
 * type that contains itself is nested at most twice. Below that, optional fields with the type are
 * absent, and lists and maps with the type are empty.
 */
export function fuzzer<T>(schema: Schema<T>, options: FuzzerOptions = {}): Fuzzer<T> {
  // The cast is safe, because the arbitrary generates values of the schema's type T.
  return () => new SchemaFuzzer(options).ofType(schema) as fc.Arbitrary<T>;
}

class SchemaFuzzer {
  readonly #options: FuzzerOptions;
  readonly #fuzzers: ReadonlyMap<TypeSchema, Fuzzer<unknown>>;
  readonly #validators: ReadonlyMap<TypeSchema, GeneratedValidate<never>>;

  constructor(options: FuzzerOptions) {
    this.#options = options;
    this.#fuzzers = new Map(options.fuzzers?.());
    this.#validators = new Map(options.validators?.());
  }

  /**
   * Returns the arbitrary for a type from its schema, even if `fuzzers` has a function for the
   * type.
   */
  ofType(schema: TypeSchema): fc.Arbitrary<unknown> {
    const { validated = false, setsDefaults = false } = this.#options;
    const values = this.#shaped(schema);
    const validate = this.#validators.get(schema);
    if (!validated || (validate === undefined && !typeHasRules(schema))) return values;
    // The cast is safe, because the schema and the function belong to the same type.
    const check = validate as GeneratedValidate<unknown> | undefined;
    return fitted(values, schema as Schema<unknown>, {
      setsDefaults,
      ...(check !== undefined && { validate: check }),
    });
  }

  #referenced(schema: TypeSchema): fc.Arbitrary<unknown> {
    return this.#fuzzers.get(schema)?.() ?? this.ofType(schema);
  }

  #shaped(schema: TypeSchema): fc.Arbitrary<unknown> {
    const shape = shapeOf(schema);
    const cycle = cycleOf(schema);
    if (shape.value !== undefined) return this.#required(shape.value, leastSize(this.#rulesOf(shape)), cycle);
    if (shape.discriminator !== undefined) return this.#union(shape, cycle);
    const fields = Object.entries(shape.fields ?? {});
    const required = fields.filter(([, { optional }]) => optional !== true);
    const optional = fields.filter((entry) => !required.includes(entry));
    const objects = new ObjectArbitrary([
      ...required.map(([name, field]) => this.#requiredField(shape, name, field, cycle)),
      ...optional.map(([name, field]) => this.#optionalField(shape, name, field, cycle)),
    ]);
    return shape.preserveUnknown === true ? withUnknown(objects, shape) : objects;
  }

  /**
   * Returns an arbitrary of the objects to which a field, item or entry refers. They have unknown
   * fields if the type or the reference keeps unknown fields.
   */
  #inPlace(value: ReferenceShape): fc.Arbitrary<unknown> {
    const shape = shapeOf(value.to());
    if (value.preserveUnknown !== true || shape.preserveUnknown === true) return this.#referenced(value.to());
    if (shape.fields === undefined) return this.#referenced(targetOf(value));
    return withUnknown(this.#referenced(value.to()), shape);
  }

  #rulesOf({ rules = [] }: Pick<FieldShape, "rules">): NonNullable<FieldShape["rules"]> {
    return this.#options.validated === true ? rules : [];
  }

  #union({ members = {}, preserveUnknown }: SchemaShape, cycle: Cycle | undefined): fc.Arbitrary<unknown> {
    const types = [...new Set(Object.values(members).map((member) => member()))];
    const valuesOf = (type: TypeSchema) =>
      this.#inPlace({ type: "ref", to: () => type, ...(preserveUnknown === true && { preserveUnknown }) });
    if (cycle === undefined) return fc.oneof(...types.map(valuesOf));
    const flat = types.filter((type) => !cycle.types.has(type));
    const deep = types.filter((type) => cycle.types.has(type));
    return oneOfNested(cycle.depth, [...flat.map(valuesOf), ...deep.map((type) => lazy(() => valuesOf(type)))]);
  }

  #requiredField({ gvk }: SchemaShape, name: string, field: FieldShape, cycle: Cycle | undefined): FieldArbitrary {
    const constant = typeMetaConstant(gvk, name);
    if (constant !== undefined) return { name, values: fc.constant(constant), optional: false };
    const values = this.#required(field, leastSize(this.#rulesOf(field)), cycle);
    const all = isTime(field) ? fc.oneof(fc.constant(""), values) : values;
    return { name, values: field.nullable === true ? fc.option(all) : all, optional: false };
  }

  #optionalField(owner: SchemaShape, name: string, field: FieldShape, cycle: Cycle | undefined): FieldArbitrary {
    const rules = this.#rulesOf(field);
    const make = (): fc.Arbitrary<unknown> => this.#value(field, leastSize(rules));
    const values = cycle !== undefined && isIn(cycle, field) ? nested(cycle.depth, make, undefined) : make();
    const all = field.omitZero === true ? arbitraryOmitZero(values) : values;
    return {
      name,
      values: field.nullable === true ? fc.option(all) : all,
      optional: !isAlwaysGenerated(this.#rulesOf(owner), rules, name),
    };
  }

  /**
   * Returns the arbitrary for a field or type that is never absent. At the maximum nesting, a list
   * or map that contains its own type is empty.
   */
  #required(value: ValueShape, least: number, cycle: Cycle | undefined): fc.Arbitrary<unknown> {
    if (cycle === undefined || !isIn(cycle, value)) return this.#value(value, least);
    if (value.type === "tuple") return fc.tuple(...value.items.map((item) => this.#required(item, 0, cycle)));
    if (value.type !== "list" && value.type !== "map") return this.#value(value, least);
    return nested(cycle.depth, () => this.#value(value, least), value.type === "list" ? [] : {});
  }

  /** @param least minimum number of items or entries of a list or map */
  #value(value: ValueShape, least: number): fc.Arbitrary<unknown> {
    switch (value.type) {
      case "list":
        return fc.array(this.#value(value.items, 0), { minLength: least, maxLength: least + 2 });
      case "tuple":
        return fc.tuple(...value.items.map((item) => this.#value(item, 0)));
      case "map": {
        const keys = value.keys === undefined ? Fuzz_string() : this.#referenced(value.keys());
        const limits = least === 0 ? { maxKeys: 3 } : { minKeys: least, maxKeys: least + 2 };
        // The keys of an object are strings.
        return mapOf(this.#value(value.values, 0), keys as fc.Arbitrary<string>, limits);
      }
      case "ref":
        return this.#inPlace(value);
      case "embedded":
        return embeddedOf(this.#inPlace(value) as fc.Arbitrary<TypeMeta>);
      default:
        return scalar(value);
    }
  }
}

const unknownNames = ["unknown", "x-unknown"];

/** Adds random fields that the type of the objects does not declare. */
function withUnknown(objects: fc.Arbitrary<unknown>, { fields = {} }: SchemaShape): fc.Arbitrary<unknown> {
  const names = unknownNames.filter((name) => !Object.hasOwn(fields, name));
  const unknown = fc.record(Object.fromEntries(names.map((name) => [name, Fuzz_any()])), { requiredKeys: [] });
  return fc.tuple(objects, unknown).map(([object, more]) => ({ ...(object as object), ...more }));
}

type Scalar = Exclude<ValueShape, { readonly type: "list" | "tuple" | "map" | "ref" | "embedded" }>;

function scalar(value: Scalar): fc.Arbitrary<unknown> {
  if ("enum" in value) return fc.constantFrom<unknown[]>(...value.enum);
  const { type } = value;
  return type in scalars ? scalars[type as keyof typeof scalars]() : numberOf(type as NumberKind);
}

const scalars = {
  any: Fuzz_any,
  RawExtension: Fuzz_RawExtension,
  FieldsV1: Fuzz_FieldsV1,
  boolean: Fuzz_boolean,
  string: Fuzz_string,
  bytes: Fuzz_bytes,
  Time: Fuzz_Time,
  MicroTime: Fuzz_MicroTime,
  Duration: Fuzz_Duration,
  Quantity: Fuzz_Quantity,
  IntOrString: Fuzz_IntOrString,
};

/** Reports whether a value contains a type of a cycle. */
function isIn({ types }: Cycle, value: ValueShape): boolean {
  return typesIn(value).some((type) => types.has(type));
}

function isTime(value: ValueShape): boolean {
  const { type } = resolved(value);
  return type === "Time" || type === "MicroTime";
}

/** Maximum nesting of values whose types contain themselves or each other. */
const maxDepth = 2;

/**
 * Returns an arbitrary that `make` creates only when a value is generated. A recursive type needs
 * this, because its arbitrary contains itself.
 */
function lazy<T>(make: () => fc.Arbitrary<T>): fc.Arbitrary<T> {
  let made: fc.Arbitrary<T> | undefined;
  return fc.constant(undefined).chain(() => (made ??= make()));
}

/**
 * Returns the arbitrary of a value whose type contains itself.
 * @param empty value that ends the recursion at the maximum depth
 */
function nested<T>(depth: fc.DepthIdentifier, make: () => fc.Arbitrary<T>, empty: T): fc.Arbitrary<T> {
  return oneOfNested(depth, [fc.constant(empty), lazy(make)]);
}

/**
 * Returns an arbitrary that chooses one of several arbitraries. At the maximum depth, it always
 * chooses the first, which must therefore not be recursive.
 */
function oneOfNested<T>(depth: fc.DepthIdentifier, values: readonly fc.Arbitrary<T>[]): fc.Arbitrary<T> {
  return fc.oneof({ maxDepth, depthIdentifier: depth, withCrossShrink: true }, ...values);
}
