import { goPrint, goTypeName } from "../../json/go-print.js";
import type { JSONValue } from "../../values/types.js";
import { goSyntax } from "../value/go-syntax.js";
import { printWrapped, type MaybeValue } from "./kinds.js";

/** Returns the error of a value that does not have a scalar type. Null has every scalar type. */
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

/** A large integer of a part without a type is a bigint. */
function isNumber(value: JSONValue | bigint): boolean {
  return typeof value === "number" || typeof value === "bigint";
}

/** Returns a value as Go's `%#v` prints a pointer to its wrapper. */
function wrapped(value: JSONValue): string {
  return `&value.valueUnstructured{Value:${goSyntax(value)}}`;
}

/** Returns the errors of two values: those of both, and none if one of them has the type. */
export function scalarProblems(type: string, lhs: MaybeValue, rhs: MaybeValue): readonly string[] {
  const [left, right] = [scalarProblem(type, lhs), scalarProblem(type, rhs)];
  return left === undefined || right === undefined ? [] : [`lhs: ${left}`, `rhs: ${right}`];
}
