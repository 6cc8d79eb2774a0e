import { isEqual } from "../../../engine/util/equal.js";
import type { JSONSchema } from "./json-schema.js";

/** Keywords of a field that replace the same keywords of its type. */
const replacing: ReadonlySet<string> = new Set([
  "description",
  "title",
  "example",
  "externalDocs",
  "default",
  "x-kubernetes-preserve-unknown-fields",
  "x-kubernetes-map-type",
  "x-kubernetes-list-type",
  "x-kubernetes-list-map-keys",
]);

/**
 * Merges the schema of a type with the keywords of a field (Go: controller-tools'
 * flattenAllOfInto). A field cannot weaken the constraints of its type: if the values of a
 * constraint differ and cannot be combined into one value, both are in `allOf`.
 */
export function merged(field: JSONSchema, type: JSONSchema): JSONSchema {
  const result: Record<string, unknown> = { ...type, ...field };
  const ofField: Record<string, unknown> = {};
  const ofType: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(field)) {
    const other = type[key];
    if (other === undefined || isEqual(value, other) || replacing.has(key)) continue;
    if (key === "type") result[key] = other;
    else if (key === "x-kubernetes-validations") result[key] = [...listOf(value), ...listOf(other)];
    else if (key === "allOf") result[key] = [...listOf(other), ...listOf(value)];
    else if (key === "items" || key === "additionalProperties")
      result[key] = merged(value as JSONSchema, other as JSONSchema);
    else if (key === "properties") result[key] = mergedProperties(value as Properties, other as Properties);
    else if (key === "required") result[key] = [...new Set([...listOf(other), ...listOf(value)])].sort();
    else if (key !== "enum" || !isPart(listOf(value), listOf(other))) {
      ofField[key] = value;
      ofType[key] = other;
      Reflect.deleteProperty(result, key);
    }
  }
  if (Object.keys(ofField).length > 0) result["allOf"] = [...listOf(result["allOf"]), ofType, ofField];
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

/** Reports whether a list contains all members of another list. */
function isPart(members: readonly unknown[], of: readonly unknown[]): boolean {
  return members.every((member) => of.some((other) => isEqual(member, other)));
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
