import { itemsSchema, propertySchema, valuesSchema } from "./schema-parts.js";
import type { CRDSchema } from "./types.js";

const metaFields = new Set(["apiVersion", "kind", "metadata"]);

/**
 * Returns a copy of a value without the fields that its schema does not declare (Go:
 * pruning.Prune). Objects whose schema has `x-kubernetes-preserve-unknown-fields` keep such fields.
 * Embedded objects keep apiVersion, kind and metadata unchanged.
 *
 * @param keepsUnknown true if a list that contains the value keeps undeclared fields
 */
export function pruned(value: unknown, schema: CRDSchema | undefined, keepsUnknown = false): unknown {
  const keeps = keepsUnknown || schema?.["x-kubernetes-preserve-unknown-fields"] === true;
  if (Array.isArray(value)) {
    const items = schema === undefined ? undefined : itemsSchema(schema);
    if (keeps && items === undefined) return value;
    return value.map((item: unknown) => pruned(item, items, keeps));
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => {
      if (schema?.["x-kubernetes-embedded-resource"] === true && metaFields.has(name)) return [[name, one as unknown]];
      const property = schema === undefined ? undefined : propertySchema(schema, name);
      if (property !== undefined) return [[name, pruned(one, property)]];
      if (schema?.additionalProperties !== undefined) return [[name, pruned(one, valuesSchema(schema))]];
      return keeps ? [[name, one as unknown]] : [];
    }),
  );
}
