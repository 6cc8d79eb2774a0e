import { scalarPatterns } from "../../../../generators/crd-schemas/schema/scalar.js";
import { stringAt, type ReadSchema } from "../schema.js";

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

/** Keywords that a property of the type Duration can have. */
const beside: ReadonlySet<string> = new Set(["type", "format", "pattern", "description", "default", "nullable"]);

/**
 * Returns the name of the runtime's type alias for the format of a string; undefined if the type
 * `string` must be used.
 */
export function stringTypeFor(schema: ReadSchema): string | undefined {
  const pattern = stringAt(schema, "pattern");
  switch (stringAt(schema, "format")) {
    case "date-time":
      return pattern === scalarPatterns.MicroTime ? "MicroTime" : "Time";
    case "byte":
      return "bytes";
    case "duration":
      // Without the pattern, a cluster accepts strings that are no values of the type: `3 days`.
      return pattern === scalarPatterns.Duration && Object.keys(schema).every((keyword) => beside.has(keyword))
        ? "Duration"
        : undefined;
    default:
      return undefined;
  }
}
