import type { JSONSchema } from "./json-schema.js";

/** Keywords that describe a value. Those of a field replace those of its type. */
const descriptive: ReadonlySet<string> = new Set([
  "description",
  "title",
  "example",
  "externalDocs",
  "default",
  "enum",
]);
/** Keywords of lists and maps. Those of a type replace those of a field. */
const ofType: ReadonlySet<string> = new Set([
  "type",
  "x-kubernetes-preserve-unknown-fields",
  "x-kubernetes-map-type",
  "x-kubernetes-list-type",
  "x-kubernetes-list-map-keys",
]);

/**
 * Returns the schema of a field: the schema of its type, and what the markers of the field add (Go:
 * controller-tools' flattenAllOfInto). A field cannot make the constraints of its type weaker: if
 * both have a constraint with different values, both values are in `allOf`.
 */
export function merged(field: JSONSchema, type: JSONSchema): JSONSchema {
  const result: Record<string, unknown> = { ...type, ...field };
  const ofField: Record<string, unknown> = {};
  const ofTypes: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(field)) {
    const other = type[key];
    if (other === undefined || same(value, other) || descriptive.has(key)) continue;
    if (ofType.has(key)) result[key] = other;
    else if (key === "x-kubernetes-validations") result[key] = [...listOf(other), ...listOf(value)];
    else if (key === "allOf") result[key] = [...listOf(value), ...listOf(other)];
    else if (key === "items" || key === "additionalProperties")
      result[key] = merged(value as JSONSchema, other as JSONSchema);
    else if (key === "properties") result[key] = mergedProperties(value as Properties, other as Properties);
    else if (key === "required") result[key] = [...new Set([...listOf(other), ...listOf(value)])].sort();
    else {
      ofField[key] = value;
      ofTypes[key] = other;
      Reflect.deleteProperty(result, key);
    }
  }
  if (Object.keys(ofField).length > 0) result["allOf"] = [...listOf(result["allOf"]), ofField, ofTypes];
  return result;
}

type Properties = NonNullable<JSONSchema["properties"]>;

function mergedProperties(field: Properties, type: Properties): Properties {
  const result: Record<string, JSONSchema> = { ...type };
  for (const [name, schema] of Object.entries(field)) {
    const other = Object.hasOwn(type, name) ? type[name] : undefined;
    result[name] = other === undefined ? schema : merged(schema, other);
  }
  return result;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
