import { schemaDefault, itemsSchema, propertySchemas, propertySchema, valuesSchema } from "./schema-parts.js";
import type { CRDSchema } from "./types.js";

/**
 * Returns a copy of a value with the defaults of its schema. A null value that the schema does not
 * allow is replaced by its default. Without a default, a null property is removed, and a null list
 * item is kept (Go: defaulting.PruneNonNullableNullsWithoutDefaults and defaulting.Default).
 */
export function defaulted(value: unknown, schema: CRDSchema | undefined): unknown {
  if (Array.isArray(value)) {
    const items = schema === undefined ? undefined : itemsSchema(schema);
    return value.map((item: unknown) => defaulted(present(item, items), items));
  }
  if (typeof value !== "object" || value === null) return value;
  const given = Object.entries(value).flatMap(([name, one]: [string, unknown]) => {
    const part = schema === undefined ? undefined : (propertySchema(schema, name) ?? valuesSchema(schema));
    const own = present(one, part);
    return own === null && part !== undefined && part.nullable !== true ? [] : [[name, defaulted(own, part)] as const];
  });
  const missing = (schema === undefined ? [] : propertySchemas(schema)).flatMap(([name, part]) => {
    const own = schemaDefault(part);
    return own === undefined || Object.hasOwn(value, name) ? [] : [[name, defaulted(own, part)] as const];
  });
  return Object.fromEntries([...given, ...missing]);
}

/**
 * Returns the default of the schema for a null value that the schema does not allow; null without
 * a default. Returns other values unchanged.
 */
function present(value: unknown, schema: CRDSchema | undefined): unknown {
  if (value !== null || schema === undefined || schema.nullable === true) return value;
  return schemaDefault(schema) ?? null;
}
