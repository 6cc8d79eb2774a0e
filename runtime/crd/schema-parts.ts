import type { CRDSchema } from "./types.js";
import { limitKeywords } from "../schema/limits.js";

/** Returns the schema for all items of a list; undefined if there is a list of schemas instead. */
export function itemsSchema(schema: CRDSchema): CRDSchema | undefined {
  return typeof schema.items !== "object" || isList(schema.items) ? undefined : schema.items;
}

/**
 * Returns the schemas for the items of a list by their position; empty if there is one schema for
 * all.
 */
export function listedItems(schema: CRDSchema): readonly CRDSchema[] {
  return isList(schema.items) ? schema.items : [];
}

/** Reports whether a schema has a list of schemas for items, one for each position. */
export function isListOfItems(schema: CRDSchema): boolean {
  return listedItems(schema).length > 0;
}

/** Returns the schema of a map's values. */
export function valuesSchema(schema: CRDSchema): CRDSchema | undefined {
  return typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined;
}

/** Returns the properties of a schema with their names. */
export function propertySchemas(schema: CRDSchema): readonly (readonly [name: string, schema: CRDSchema])[] {
  return Object.entries(schema.properties ?? {});
}

/** Returns the schema of a property. */
export function propertySchema(schema: CRDSchema, name: string): CRDSchema | undefined {
  return schema.properties !== undefined && Object.hasOwn(schema.properties, name)
    ? schema.properties[name]
    : undefined;
}

export const junctors = ["allOf", "anyOf", "oneOf"] as const;

/**
 * Returns the default of a schema; undefined if it has none. As in Go, a default of `null` counts
 * as none.
 */
export function schemaDefault(schema: CRDSchema): unknown {
  return schema.default ?? undefined;
}

function isList(items: CRDSchema["items"]): items is readonly CRDSchema[] {
  return Array.isArray(items);
}

/** Keywords that are pointers in Go, so that 0 and the empty string count as values. */
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

/** Returns the names of the keywords whose values differ from Go's zero values. */
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
