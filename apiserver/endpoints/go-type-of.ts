import { NumberLiteral, type JSONValue } from "@apimachinery/runtime";

/** Returns the name that messages of Go's JSON decoder use for the type of a value. */
export function goJSONTypeOf(value: JSONValue | bigint): string {
  if (Array.isArray(value)) return "array";
  if (typeof value === "bigint" || value instanceof NumberLiteral) return "number";
  return typeof value === "boolean" ? "bool" : typeof value;
}
