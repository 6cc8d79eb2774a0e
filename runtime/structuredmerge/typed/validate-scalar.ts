import { isNumeric } from "../../json/values.js";
import { goPrint, goTypeName } from "../../json/go-print.js";
import type { JSONValue } from "../../values/types.js";
import { goSyntax } from "../value/go-syntax.js";
import { printWrapped, type MaybeValue } from "./kinds.js";

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
