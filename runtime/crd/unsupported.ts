import { isListOfItems, itemsSchema, junctors, propertySchemas, valuesSchema } from "./schema-parts.js";
import type { CRDSchema } from "./types.js";

/**
 * Returns the message about the first keyword that is forbidden in structural schemas (Go: the
 * error of schema.NewStructural). Returns undefined if no such keyword is used.
 */
export function unsupportedKeyword(schema: CRDSchema): string | undefined {
  const keyword = (["id", "$schema", "$ref"] as const).find((name) => (schema[name] ?? "") !== "") ?? listed(schema);
  if (keyword !== undefined) return `OpenAPIV3Schema '${keyword.replace("$schema", "schema")}' is not supported`;
  const nested = [schema.not, ...junctors.flatMap((name) => schema[name] ?? [])];
  for (const one of nested) {
    const found = one === undefined ? undefined : unsupportedKeyword(one);
    if (found !== undefined) return found;
  }
  if (schema["x-kubernetes-preserve-unknown-fields"] === false)
    return "internal error: 'x-kubernetes-preserve-unknown-fields' must be true or undefined";
  if (isListOfItems(schema)) return "OpenAPIV3Schema 'items' must be a schema, but is an array";
  const structural = [itemsSchema(schema), ...propertySchemas(schema).map(([, one]) => one), valuesSchema(schema)];
  for (const one of structural) {
    const found = one === undefined ? undefined : unsupportedKeyword(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

function listed(schema: CRDSchema): string | undefined {
  const isSet = (value: object | undefined) => value !== undefined && Object.keys(value).length > 0;
  if (isSet(schema.patternProperties)) return "patternProperties";
  if (isSet(schema.dependencies)) return "dependencies";
  if (schema.additionalItems !== undefined) return "additionalItems";
  return isSet(schema.definitions) ? "definitions" : undefined;
}
