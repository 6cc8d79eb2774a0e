import type { CRDSchema } from "./types.js";
import { limitKeywords } from "../schema/limits.js";

/**
 * Returns the schema for all items of a list. Returns undefined if there is none, or if each
 * position has a separate schema.
 */
export function itemsSchema(schema: CRDSchema): CRDSchema | undefined {
  return typeof schema.items !== "object" || isList(schema.items) ? undefined : schema.items;
}

/**
 * Returns the schemas of list items by position. Returns an empty list if one schema applies to all
 * items.
 */
export function listedItems(schema: CRDSchema): readonly CRDSchema[] {
  return isList(schema.items) ? schema.items : [];
}

/** Reports whether a schema has a separate schema for each position of a list. */
export function isListOfItems(schema: CRDSchema): boolean {
  return listedItems(schema).length > 0;
}

/** Returns the schema of the values of a map; undefined if there is none. */
export function valuesSchema(schema: CRDSchema): CRDSchema | undefined {
  return typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined;
}

/** Returns the names and schemas of the properties of a schema. */
export function propertySchemas(schema: CRDSchema): readonly (readonly [name: string, schema: CRDSchema])[] {
  return Object.entries(schema.properties ?? {});
}

/** Returns the schema of a property; undefined if the property is not declared. */
export function propertySchema(schema: CRDSchema, name: string): CRDSchema | undefined {
  return schema.properties !== undefined && Object.hasOwn(schema.properties, name)
    ? schema.properties[name]
    : undefined;
}

export const junctors = ["allOf", "anyOf", "oneOf"] as const;

/**
 * Returns the default of a schema; undefined if it has none. As in Go, a default of `null` is
 * ignored.
 */
export function schemaDefault(schema: CRDSchema): unknown {
  return schema.default ?? undefined;
}

function isList(items: CRDSchema["items"]): items is readonly CRDSchema[] {
  return Array.isArray(items);
}

/** Keywords whose Go fields are pointers, so that every value except null counts as set. */
const pointers = new Set<string>([
  "default",
  "example",
  ...limitKeywords,
  "additionalProperties",
  "x-kubernetes-preserve-unknown-fields",
  "x-kubernetes-list-type",
  "x-kubernetes-map-type",
  "$ref",
]);

/**
 * Returns the names of the keywords that are set. A keyword is set if its value is not Go's zero
 * value, or if it is in `pointers` and its value is not null.
 */
export function setKeywords(schema: CRDSchema): string[] {
  return Object.entries(schema)
    .filter(([keyword, value]) => {
      if (value === null || value === undefined) return false;
      if (pointers.has(keyword)) return true;
      if (Array.isArray(value)) return value.length > 0;
      return value !== false && value !== "" && value !== 0;
    })
    .map(([keyword]) => keyword);
}
