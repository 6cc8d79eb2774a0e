import { isNumeric } from "../../json/values.js";
import { goPrint, goTypeName } from "../../json/go-print.js";
import type { JSONValue } from "../../values/types.js";
import { printWrapped, type MaybeValue } from "./kinds.js";
import { goQuote } from "../../util/go-quote.js";
import { sortedKeys } from "../../util/compare-keys.js";

/**
 * Returns the message for a value that does not fit a scalar type; undefined if the value fits.
 * Null fits every scalar type.
 */
export function scalarProblem(type: string, value: MaybeValue): string | undefined {
  if (value === undefined || value === null) return undefined;
  switch (type) {
    case "numeric":
      return isNumeric(value) ? undefined : `expected numeric (int or float), got ${goTypeName(value)}`;
    case "string":
      return typeof value === "string" ? undefined : `expected string, got ${wrapped(value)}`;
    case "boolean":
      return typeof value === "boolean" ? undefined : `expected boolean, got ${printWrapped(value)}`;
    case "untyped":
      return typeof value === "object" ? `expected any scalar, got &{${goPrint(value)}}` : undefined;
    default:
      return `unexpected scalar type in schema: ${type}`;
  }
}

/** Returns a value as Go's `%#v` prints a pointer to a `valueUnstructured` with this value. */
function wrapped(value: JSONValue): string {
  return `&value.valueUnstructured{Value:${goSyntax(value)}}`;
}

/**
 * Returns the messages for two values if neither fits a type. If at least one of them fits, returns
 * an empty array.
 */
export function scalarProblems(type: string, lhs: MaybeValue, rhs: MaybeValue): readonly string[] {
  const [left, right] = [scalarProblem(type, lhs), scalarProblem(type, rhs)];
  return left === undefined || right === undefined ? [] : [`lhs: ${left}`, `rhs: ${right}`];
}

/**
 * Returns a JSON value as Go's `%#v` prints it: `map[string]interface {}{"a":1}`, with sorted keys.
 */
function goSyntax(value: JSONValue): string {
  if (value === null) return "interface {}(nil)";
  if (typeof value === "string") return goQuote(value);
  if (typeof value !== "object") return goPrint(value);
  if (Array.isArray(value)) return `[]interface {}{${value.map(goSyntax).join(", ")}}`;
  const entries = sortedKeys(value).map((key) => `${goQuote(key)}:${goSyntax(value[key] as JSONValue)}`);
  return `map[string]interface {}{${entries.join(", ")}}`;
}
