import { goPrint, goTypeName } from "../../json/go-print.js";
import type { JSONValue } from "../../values/types.js";
import { goSyntax } from "../value/go-syntax.js";
import { printWrapped, type MaybeValue } from "./kinds.js";

/** Returns the message for a value that does not fit a scalar type. Null fits every scalar type. */
export function scalarProblem(type: string, value: MaybeValue): string | undefined {
  if (value === undefined || value === null) return undefined;
  switch (type) {
    case "numeric":
      return isNumber(value) ? undefined : `expected numeric (int or float), got ${goTypeName(value)}`;
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

/** A large integer in a part without a type is a bigint. */
function isNumber(value: JSONValue | bigint): boolean {
  return typeof value === "number" || typeof value === "bigint";
}

/** Returns a value in the form in which Go's `%#v` prints a pointer to its wrapper. */
function wrapped(value: JSONValue): string {
  return `&value.valueUnstructured{Value:${goSyntax(value)}}`;
}

/**
 * Returns the messages for two values that do not fit a type: those of both values, or none if one
 * of them fits.
 */
export function scalarProblems(type: string, lhs: MaybeValue, rhs: MaybeValue): readonly string[] {
  const [left, right] = [scalarProblem(type, lhs), scalarProblem(type, rhs)];
  return left === undefined || right === undefined ? [] : [`lhs: ${left}`, `rhs: ${right}`];
}
