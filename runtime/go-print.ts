import type { JSONValue } from "./types.js";

/** What Go's reflect says of a JSON value that was decoded into an `interface{}`. */
export type GoKind = "nil" | "bool" | "string" | "int64" | "float64" | "map" | "slice";

export function goKindOf(value: JSONValue): GoKind {
  if (value === null) return "nil";
  if (Array.isArray(value)) return "slice";
  if (typeof value === "object") return "map";
  if (typeof value === "number") return Number.isInteger(value) ? "int64" : "float64";
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

/** The type's name, as an error prints it. */
export function goTypeName(value: JSONValue): string {
  return typeNames[goKindOf(value)];
}

/** A JSON value as Go's `%v` prints it: `map[a:1 b:[x y]]`, keys in order. */
export function goPrint(value: JSONValue): string {
  if (value === null) return "<nil>";
  if (Array.isArray(value)) return `[${value.map(goPrint).join(" ")}]`;
  if (typeof value === "number") return goNumber(value);
  if (typeof value !== "object") return String(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `map[${entries.map(([key, item]) => `${key}:${goPrint(item)}`).join(" ")}]`;
}

/** The shortest digits, with an exponent of two digits below 1e-4 and from 1e21 on. */
function goNumber(value: number): string {
  const size = Math.abs(value);
  if (size === 0 || Number.isInteger(value) || size >= 1e-4) return String(value).replace(/e([+-])(\d)$/, "e$10$2");
  return value.toExponential().replace(/e([+-])(\d)$/, "e$10$2");
}
