import { compareByCodePoints, compareLists, compareNumbers, type Order } from "../../util/compare-keys.js";
import { CELBytes, CELDuration, CELTimestamp, CELUint } from "./classes.js";
import { noSuchOverload } from "./equality.js";
import { EvaluationError, type Value } from "./value.js";

const notANumber = new EvaluationError("NaN values cannot be ordered");

/**
 * Compares two numbers of any types, or two other values of the same type. Returns an error for
 * NaN, for values of a type that has no order, and for all other pairs of types.
 */
export function compare(a: Value, b: Value): Order | EvaluationError {
  const left = numberOf(a);
  if (left !== undefined) return compareNumeric(left, numberOf(b));
  if (typeof a === "string" && typeof b === "string") return compareByCodePoints(a, b);
  if (typeof a === "boolean" && typeof b === "boolean") return compareNumbers(a, b);
  if (a instanceof CELDuration && b instanceof CELDuration) return compareNumbers(a.nanoseconds, b.nanoseconds);
  if (a instanceof CELTimestamp && b instanceof CELTimestamp) return compareNumbers(a.nanoseconds, b.nanoseconds);
  if (a instanceof CELBytes && b instanceof CELBytes) return compareLists(a.value, b.value, compareNumbers);
  return noSuchOverload;
}

/** Reports whether the values of the type of a value are ordered. */
export function isOrdered(value: Value): boolean {
  if (typeof value !== "object") return true;
  return (
    value instanceof CELUint ||
    value instanceof CELBytes ||
    value instanceof CELDuration ||
    value instanceof CELTimestamp
  );
}

/** Returns an int, a uint or a double as a number; undefined for another value. */
function numberOf(value: Value): bigint | number | undefined {
  if (typeof value === "bigint" || typeof value === "number") return value;
  return value instanceof CELUint ? value.value : undefined;
}

/**
 * Compares two numbers. As in Go, an int or a uint is rounded to a double before it is compared
 * with a double. Returns an error if a number is NaN, or if `b` is undefined.
 */
function compareNumeric(a: bigint | number, b: bigint | number | undefined): Order | EvaluationError {
  if (Number.isNaN(a) || Number.isNaN(b)) return notANumber;
  if (b === undefined) return noSuchOverload;
  return typeof a === typeof b ? compareNumbers(a, b) : compareNumbers(Number(a), Number(b));
}
