import { stringAt, type ReadSchema } from "../schema.js";

/** The pattern that controller-gen writes into CRDs for a quantity. */
export const quantityPattern =
  "^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$";

/** Reports whether a schema allows an integer or a string. */
export function hasIntOrString(schema: ReadSchema): boolean {
  return schema["x-kubernetes-int-or-string"] === true || stringAt(schema, "format") === "int-or-string";
}

/** Returns the name of the runtime's type alias for a numeric schema. */
export function numberType(schema: ReadSchema): string {
  const format = stringAt(schema, "format");
  if (schema["type"] === "integer") return format === "int32" ? "int32" : "int64";
  return format === "float" ? "float32" : "float64";
}

function hasOnly(schema: ReadSchema, keywords: readonly string[]): boolean {
  return Object.keys(schema).every((keyword) => keywords.includes(keyword));
}

/**
 * Returns the name of the runtime's type alias for the format of a string; undefined if the type
 * `string` must be used.
 */
export function stringTypeFor(schema: ReadSchema): string | undefined {
  switch (stringAt(schema, "format")) {
    case "date-time":
      return "Time";
    case "byte":
      return "bytes";
    case "duration":
      return hasOnly(schema, ["type", "format", "description", "default", "nullable"]) ? "Duration" : undefined;
    default:
      return undefined;
  }
}
