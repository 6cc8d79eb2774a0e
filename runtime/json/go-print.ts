import type { JSONValue } from "../values/types.js";

/**
 * Kind of a JSON value as Go's reflect package names it, after Go has decoded the value into `any`.
 */
export type GoKind = "nil" | "bool" | "string" | "int64" | "float64" | "map" | "slice";

export function goKindOf(value: JSONValue | bigint): GoKind {
  if (value === null) return "nil";
  if (Array.isArray(value)) return "slice";
  if (typeof value === "object") return "map";
  if (typeof value === "number" || typeof value === "bigint") return isInt64(value) ? "int64" : "float64";
  return typeof value === "string" ? "string" : "bool";
}

const typeNames: Readonly<Record<GoKind, string>> = {
  nil: "%!s(<nil>)",
  bool: "bool",
  string: "string",
  int64: "int64",
  float64: "float64",
  map: "map[string]interface {}",
  slice: "[]interface {}",
};

/** Returns the name of the Go type of a JSON value, as error messages contain it. */
export function goTypeName(value: JSONValue): string {
  return typeNames[goKindOf(value)];
}

/** Returns a JSON value as Go's `%v` prints it: `map[a:1 b:[x y]]`, with sorted keys. */
export function goPrint(value: JSONValue | bigint): string {
  if (value === null) return "<nil>";
  if (Array.isArray(value)) return `[${value.map(goPrint).join(" ")}]`;
  if (typeof value === "number" || typeof value === "bigint") return goNumber(value);
  if (typeof value !== "object") return String(value);
  // Keys are sorted without a comparison function, which is three times as fast as sorting entries.
  const keys = Object.keys(value).sort();
  let text = "";
  for (const key of keys) text += `${text === "" ? "" : " "}${key}:${goPrint(value[key] as JSONValue)}`;
  return `map[${text}]`;
}

/** Prints 64-bit integers with all digits, and other numbers like `goFloat`. */
function goNumber(value: number | bigint): string {
  return isInt64(value) ? String(value) : goFloat(Number(value));
}

/**
 * Returns a number as Go's `%v` prints a `float64`: with the fewest digits, and with an exponent
 * below 1e-4 and from 1e6 on.
 */
export function goFloat(value: number): string {
  const size = Math.abs(value);
  if (size === 0 || (size >= 1e-4 && size < 1e6)) return String(value);
  return value.toExponential().replace(/e([+-])(\d)$/, "e$10$2");
}

/**
 * Reports whether Go decodes a JSON number as an `int64`. Go decodes all other numbers as
 * `float64`.
 */
export function isInt64(value: number | bigint): boolean {
  return (typeof value === "bigint" || Number.isInteger(value)) && value >= -(2 ** 63) && value < 2 ** 63;
}
