import { jsonEqual, mapValues } from "../json/values.js";

/** Keywords of a JSON schema, including the nested schemas of items, entries and properties. */
export interface Keywords {
  readonly [keyword: string]: unknown;
  readonly items?: Keywords;
  readonly additionalProperties?: Keywords;
  readonly properties?: { readonly [name: string]: Keywords };
}

/**
 * Keywords of JSON schemas that constrain a value, in the order of Kubernetes' OpenAPI documents,
 * with the kind of their value. A `count` is a whole number, 0 or more.
 */
export const constraintKeywords = {
  nullable: "boolean",
  format: "string",
  maximum: "number",
  exclusiveMaximum: "boolean",
  minimum: "number",
  exclusiveMinimum: "boolean",
  maxLength: "count",
  minLength: "count",
  pattern: "string",
  maxItems: "count",
  minItems: "count",
  uniqueItems: "boolean",
  multipleOf: "number",
  maxProperties: "count",
  minProperties: "count",
  enum: "list",
} as const;

type ConstraintKeyword = keyof typeof constraintKeywords;

interface ValuesOfKinds {
  readonly boolean: boolean;
  readonly string: string;
  readonly number: number;
  readonly count: number;
  readonly list: readonly unknown[];
}

/** The constraints of a JSON schema. */
export type ConstraintKeywords = { readonly [K in ConstraintKeyword]?: ValuesOfKinds[(typeof constraintKeywords)[K]] };

/** The order of keywords in OpenAPI documents. Keywords that are not listed come last. */
const keywordOrder: readonly string[] = [
  "x-kubernetes-unions",
  ...Object.keys(constraintKeywords),
  "x-kubernetes-validations",
  "items",
  "additionalProperties",
  "properties",
  "x-kubernetes-list-type",
  "x-kubernetes-list-map-keys",
  "x-kubernetes-map-type",
  "x-kubernetes-patch-strategy",
  "x-kubernetes-patch-merge-key",
  "x-kubernetes-preserve-unknown-fields",
  "x-kubernetes-embedded-resource",
];

/** Returns the keywords in the order of OpenAPI documents, also in nested schemas. */
export function orderKeywords(keywords: Keywords): Keywords {
  const known = keywordOrder
    .filter((keyword) => Object.hasOwn(keywords, keyword))
    .map((keyword) => [keyword, undefined]);
  return { ...(Object.fromEntries(known) as Keywords), ...withParts(keywords, orderKeywords) };
}

/**
 * A schema with nested schemas of the same type. A boolean instead of the schema of entries, and a
 * list of schemas for items, are no nested schemas.
 */
interface Nesting<S> {
  readonly items?: S | readonly S[];
  readonly additionalProperties?: S | boolean;
  readonly properties?: { readonly [name: string]: S };
}

/** Returns a schema in which the schemas of items, entries and properties are replaced. */
export function withParts<S extends Nesting<S>>(schema: S, change: (part: S) => S): S {
  const { items, additionalProperties, properties } = schema;
  return {
    ...schema,
    ...(properties && { properties: mapValues(properties, change) }),
    ...(isSchema(items) && { items: change(items) }),
    ...(isSchema(additionalProperties) && { additionalProperties: change(additionalProperties) }),
  };
}

function isSchema<S extends Nesting<S>>(part: S | readonly S[] | boolean | undefined): part is S {
  return typeof part === "object" && !Array.isArray(part);
}

/**
 * Returns `keywords` with the keywords of `more`, which take precedence. Nested schemas are merged
 * in the same way.
 */
export function mergeKeywords(keywords: Keywords, more: Keywords): Keywords {
  const { items, additionalProperties, properties } = more;
  return {
    ...keywords,
    ...more,
    ...(items && { items: mergeKeywords(keywords.items ?? {}, items) }),
    ...(additionalProperties && {
      additionalProperties: mergeKeywords(keywords.additionalProperties ?? {}, additionalProperties),
    }),
    ...(properties && { properties: mergedProperties(keywords.properties ?? {}, properties) }),
  };
}

type Properties = NonNullable<Keywords["properties"]>;

function mergedProperties(properties: Properties, more: Properties): Properties {
  const merged = Object.entries(more).map(
    ([name, one]) =>
      [name, mergeKeywords(Object.hasOwn(properties, name) ? (properties[name] ?? {}) : {}, one)] as const,
  );
  return { ...properties, ...Object.fromEntries(merged) };
}

/**
 * Returns the keywords whose value differs from that in `others`, or that `others` does not have.
 * Nested schemas are compared keyword by keyword.
 */
export function withoutKeywords(keywords: Keywords, others: Keywords): Keywords {
  const left = Object.entries(keywords).flatMap(([keyword, value]): readonly (readonly [string, unknown])[] => {
    const other = others[keyword];
    if (jsonEqual(value, other)) return [];
    if (!isPart(keyword) || other === undefined) return [[keyword, value]];
    // The cast is safe, because the values of these keywords are nested schemas.
    return [[keyword, withoutKeywords(value as Keywords, other as Keywords)]];
  });
  return Object.fromEntries(left) as Keywords;
}

/**
 * Reports whether the value of a keyword is a nested schema, or for `properties` an object of
 * nested schemas.
 */
function isPart(keyword: string): boolean {
  return keyword === "items" || keyword === "additionalProperties" || keyword === "properties";
}

/** Keywords without which a schema allows values of any type. */
const typing = ["type", "$ref", "x-kubernetes-int-or-string", "x-kubernetes-preserve-unknown-fields"];

/**
 * Returns the schema of a property that several members of a union have: the keywords that are
 * equal in all of `schemas`. Without a common type, or with different nested schemas, the schema
 * allows any value.
 * @param isInAll true if all members have the property; only such a property can have a default
 */
export function commonKeywords(schemas: readonly Keywords[], isInAll: boolean): Keywords {
  const [first = {}, ...others] = schemas;
  const common = Object.fromEntries(
    Object.entries(first).filter(
      ([keyword, value]) =>
        (isInAll || keyword !== "default") && others.every((other) => jsonEqual(other[keyword], value)),
    ),
  ) as Keywords;
  const isTyped = typing.some((keyword) => common[keyword] !== undefined);
  const isComplete = schemas.every((schema) =>
    Object.keys(schema).every((keyword) => !isPart(keyword) || common[keyword] !== undefined),
  );
  return isTyped && isComplete ? common : { "x-kubernetes-preserve-unknown-fields": true };
}
