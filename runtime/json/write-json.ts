import { NumberLiteral } from "./number-literal.js";

/**
 * Returns a value as JSON like `JSON.stringify`, but prints each `bigint` with all digits, and each
 * `NumberLiteral` with its original characters.
 *
 * @param indent number of spaces per level. Default: the JSON is one line
 */
export function stringifyJSON(value: unknown, indent = 0): string {
  try {
    return JSON.stringify(value, null, indent);
  } catch (error) {
    // JSON.stringify throws a TypeError for a bigint, and for a value that contains itself.
    if (!(error instanceof TypeError && error.message.includes("BigInt"))) throw error;
    return exactText(value, indent, "");
  }
}

function exactText(value: unknown, indent: number, margin: string): string {
  if (typeof value === "bigint") return String(value);
  if (value instanceof NumberLiteral) return value.text;
  // An undefined list item becomes null, as in JSON.stringify.
  if (value === undefined) return "null";
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = indent === 0 ? "" : `${margin}${" ".repeat(indent)}`;
  const isList = Array.isArray(value);
  const parts: string[] = isList
    ? value.map((item) => exactText(item, indent, inner))
    : Object.entries(value).flatMap(([key, item]) =>
        item === undefined
          ? []
          : [`${JSON.stringify(key)}:${indent === 0 ? "" : " "}${exactText(item, indent, inner)}`],
      );
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  if (parts.length === 0) return `${open}${close}`;
  return indent === 0
    ? `${open}${parts.join(",")}${close}`
    : `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${margin}${close}`;
}
