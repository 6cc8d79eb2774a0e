import type { JSONValue } from "@apimachinery/runtime";

/** Returns the name that messages of Go's JSON decoder use for the type of a value. */
export function goTypeOf(value: JSONValue): string {
  if (Array.isArray(value)) return "array";
  return typeof value === "boolean" ? "bool" : typeof value;
}
