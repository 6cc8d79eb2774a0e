import { scalarModels } from "../rules/document-names.js";
import { orderKeywords, mergeKeywords, type Keywords } from "../rules/keywords.js";
import { publishedKeywords } from "../rules/published.js";
import { exactSize } from "../schema/limits.js";
import { typesIn } from "../schema/resolve-shape.js";
import type { Rule } from "../schema/rule.js";
import { literalsOf } from "../rules/value.js";
import {
  shapeOf,
  type FieldShape,
  type OpenAPIFacts,
  type PatchMarkers,
  type SchemaShape,
  type TypeSchema,
  type ValueShape,
} from "../schema/schema.js";
import type { ReferenceCallback, TypeDocs } from "./definition.js";
import { jsonEqual, omit } from "../json/values.js";
import { oncePer } from "../util/once-per.js";

/**
 * Functions that return the names of definitions, `$ref` values for these names, and descriptions.
 */
export interface References {
  /** Returns the name of a type's OpenAPI definition; undefined if the type has no definition. */
  readonly nameOf: (schema: TypeSchema) => string | undefined;
  readonly ref: ReferenceCallback;
  /** Returns the descriptions of a type. Absent if definitions have no descriptions. */
  readonly docsOf?: (schema: TypeSchema) => TypeDocs | undefined;
}

/** Schema that permits any JSON value. */
const anything: Keywords = { "x-kubernetes-preserve-unknown-fields": true };

/**
 * Schema of a scalar type, and Go's zero value of the type. The type `bytes` has no zero value
 * here.
 */
interface Plain {
  readonly type: string;
  readonly format?: string;
  readonly zero?: string | number | boolean;
}

const integer = (format: string): Plain => ({ type: "integer", format, zero: 0 });

const plain: Readonly<Partial<Record<ValueShape["type"], Plain>>> = {
  string: { type: "string", zero: "" },
  boolean: { type: "boolean", zero: false },
  // As in openapi-gen, 8-bit integers have the format `byte`, and 16-bit integers have the format
  // `int32`.
  int8: integer("byte"),
  uint8: integer("byte"),
  int16: integer("int32"),
  uint16: integer("int32"),
  int32: integer("int32"),
  uint32: integer("int64"),
  int64: integer("int64"),
  uint64: integer("int64"),
  float32: { type: "number", format: "float", zero: 0 },
  float64: { type: "number", format: "double", zero: 0 },
  bytes: { type: "string", format: "byte" },
};

/**
 * Returns the schema of a value. As in openapi-gen, an object type becomes a `$ref` to its
 * definition, and an alias is replaced by the schema of its value. An alias that refers to itself
 * also becomes a `$ref`.
 */
export function valueSchema(references: References, value: ValueShape): Keywords {
  switch (value.type) {
    case "list":
      return { type: "array", items: elementSchema(references, value.items) };
    case "map":
      return { type: "object", additionalProperties: elementSchema(references, value.values) };
    case "tuple":
      return { type: "array", items: commonSchema(references, value.items), ...exactSize("items", value.items.length) };
    case "ref": {
      const shape = shapeOf(value.to());
      if (shape.value === undefined || isRecursive(shape)) return reference(references, shape);
      return constrained(valueSchema(references, shape.value), shape, shape.rules);
    }
    case "embedded":
      return reference(references, value.to());
    default:
      return scalarSchema(references, value);
  }
}

/**
 * Returns the schema for all items of a tuple. If their schemas differ, any JSON value is
 * permitted.
 */
function commonSchema(references: References, items: readonly ValueShape[]): Keywords {
  const [first = anything, ...others] = items.map((item) => valueSchema(references, item));
  return others.every((other) => jsonEqual(other, first)) ? first : anything;
}

function scalarSchema({ ref }: References, value: ValueShape): Keywords {
  const model = Object.hasOwn(scalarModels, value.type)
    ? scalarModels[value.type as keyof typeof scalarModels]
    : undefined;
  if (model !== undefined) return { $ref: ref(model) };
  const { type, format } = plain[value.type] ?? {};
  if (type === undefined) return anything;
  const literals = membersOf(value);
  const isEnum = literals.length > 0 && typeof literals[0] !== "boolean";
  return { type, ...(format !== undefined && { format }), ...(isEnum && { enum: literals }) };
}

function reference({ nameOf, ref }: References, schema: TypeSchema): Keywords {
  const name = nameOf(schema);
  return name === undefined ? anything : { $ref: ref(name) };
}

/** Returns the schema of a list item or map value, with Go's zero value as default. */
function elementSchema(references: References, value: ValueShape): Keywords {
  const schema = valueSchema(references, value);
  return { ...zeroDefault(value, schema), ...schema };
}

/**
 * Returns the default of a required value: the zero value of a scalar, or `{}` for an object. Other
 * values, such as lists, maps, literals, unions and untyped values, have no default.
 * @param schema the schema of the value
 */
export function zeroDefault(value: ValueShape, schema: Keywords): { readonly default?: unknown } {
  const zero = schema === anything ? undefined : zeroOf(value);
  return zero === undefined ? {} : { default: zero };
}

function zeroOf(value: ValueShape): unknown {
  if (value.type === "embedded") return {};
  if (value.type !== "ref") return literalsOf(value).length > 0 ? undefined : plain[value.type]?.zero;
  const shape = shapeOf(value.to());
  if (shape.value === undefined) return shape.members === undefined ? {} : undefined;
  return isRecursive(shape) ? undefined : zeroOf(shape.value);
}

/**
 * Returns the literals of a union in the order of openapi-gen: strings are sorted, other literals
 * are not.
 */
export function membersOf(value: ValueShape): readonly (string | number | boolean)[] {
  const literals = literalsOf(value);
  return literals.every((literal) => typeof literal === "string") ? literals.toSorted() : literals;
}

type Facts = PatchMarkers & Pick<FieldShape, "openapi"> & { readonly nullable?: true };

/**
 * Returns a schema with the additional keywords that result from the markers and validation rules
 * of a type or field.
 */
export function constrained(schema: Keywords, facts: Facts, rules: readonly Rule[] = []): Keywords {
  const stated = omit<OpenAPIFacts, "default" | "required">(facts.openapi || {}, "default", "required");
  const derived = {
    ...publishedKeywords(rules),
    ...(facts.nullable === true && { nullable: true }),
    ...ofMerging(facts),
  };
  return mergeKeywords(schema, orderKeywords(mergeKeywords(derived, stated)));
}

/** Returns the `x-kubernetes-` extensions that determine how values are merged. */
function ofMerging({ listType, listMapKeys, mapType, structType, patchStrategy, patchMergeKey }: Facts): Keywords {
  const ofMap = mapType ?? structType;
  return {
    ...(listType !== undefined && { "x-kubernetes-list-type": listType }),
    ...(listMapKeys !== undefined && { "x-kubernetes-list-map-keys": listMapKeys }),
    ...(ofMap !== undefined && { "x-kubernetes-map-type": ofMap }),
    ...(patchStrategy !== undefined && { "x-kubernetes-patch-strategy": patchStrategy.join(",") }),
    ...(patchMergeKey !== undefined && { "x-kubernetes-patch-merge-key": patchMergeKey }),
  };
}

/**
 * Reports whether an alias refers to itself, directly or through other aliases: `type Tree =
 * Tree[]`. Such an alias needs a definition, because it cannot be replaced by its value.
 */
const isRecursive = oncePer((alias: SchemaShape): boolean => {
  const seen = new Set(aliasesIn(alias));
  // The loop also visits the aliases that it adds to the set.
  for (const one of seen) for (const next of aliasesIn(one)) seen.add(next);
  return seen.has(alias);
});

/** Returns the aliases to which the value of an alias refers directly. */
function aliasesIn({ value }: SchemaShape): readonly SchemaShape[] {
  const types = value === undefined ? [] : typesIn(value);
  return types.map(shapeOf).filter((shape) => shape.value !== undefined);
}
