import { NumberLiteral, type JSONValue } from "@apimachinery/runtime";

/** Returns the name of a value's JSON type in messages of Go's JSON decoder, such as `bool`. */
export function goJSONTypeOf(value: JSONValue | bigint): string {
  if (Array.isArray(value)) return "array";
  if (typeof value === "bigint" || value instanceof NumberLiteral) return "number";
  return typeof value === "boolean" ? "bool" : typeof value;
}
