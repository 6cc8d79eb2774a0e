import { CELBytes, CELDuration, CELOptional, CELTimestamp, CELType, CELUint } from "./classes.js";
import { EvaluationError, ListValue, MapValue, OpaqueValue, type Result, type Value } from "./value.js";
import { compareByCodePoints, compareLists, compareNumbers, type Order } from "../../util/compare-keys.js";

export const noSuchOverload: EvaluationError = new EvaluationError("no such overload");

/**
 * Reports whether two values are equal. Returns an error for values that are not comparable, such
 * as an opaque value and a value of another type. Such values count as equal inside lists and maps
 * that an expression created.
 */
export function equal(a: Value, b: Value): boolean | EvaluationError {
  return b === null ? a === null : equalTo(a, b);
}

/**
 * Compares two values as the method `Equal` of the first one does in Go. Objects and lists with a
 * schema are not comparable with null.
 */
function equalTo(a: Value, b: Value): boolean | EvaluationError {
  if (a === null) return b === null;
  if (typeof a !== "object" || a instanceof CELUint) return equalScalars(a, b);
  if (a instanceof ListValue) return a.equals(b) ?? (b instanceof ListValue && equalLists(a, b));
  if (a instanceof MapValue) return a.equals(b) ?? (b instanceof MapValue && equalMaps(a, b));
  if (a instanceof OpaqueValue)
    return b instanceof OpaqueValue && a.type.name === b.type.name ? a.equals(b) : noSuchOverload;
  if (a instanceof CELOptional) return b instanceof CELOptional && equalOptionals(a, b);
  if (a instanceof CELDuration) return b instanceof CELDuration && a.nanoseconds === b.nanoseconds;
  if (a instanceof CELTimestamp) return b instanceof CELTimestamp && a.nanoseconds === b.nanoseconds;
  if (a instanceof CELBytes) return b instanceof CELBytes && equalBytes(a.value, b.value);
  return b instanceof CELType && a.name === b.name;
}

/**
 * Compares two items of lists or maps. Unlike `equal`, returns an error if `a` is an object or a
 * list with a schema, and `b` is null. If `a` is an error, returns this error.
 */
export function equalItems(a: Result, b: Result): boolean | EvaluationError {
  if (a instanceof EvaluationError) return a;
  if (!(b instanceof EvaluationError)) return equalTo(a, b);
  return a instanceof ListValue || a instanceof MapValue ? (a.equals(null) ?? false) && b : false;
}

/**
 * Reports whether two items differ in lists or maps that an expression created. An error in the
 * first list or map does not differ from any item.
 */
function differ(a: Result, b: Result): boolean {
  if (a instanceof EvaluationError) return false;
  if (b instanceof EvaluationError) return equalItems(a, b) === false;
  return equal(a, b) === false;
}

/**
 * Compares two scalars. Numbers of different types are equal if they are equal after Go's
 * conversion to double.
 */
function equalScalars(a: Value, b: Value): boolean {
  const left = a instanceof CELUint ? a.value : a;
  const right = b instanceof CELUint ? b.value : b;
  if (typeof left === "bigint" && typeof right === "number") return Number(left) === right;
  if (typeof left === "number" && typeof right === "bigint") return left === Number(right);
  return left === right;
}

function equalLists(a: ListValue, b: ListValue): boolean {
  if (a.size !== b.size) return false;
  for (let index = 0; index < a.size; index++) if (differ(a.at(index), b.at(index))) return false;
  return true;
}

function equalMaps(a: MapValue, b: MapValue): boolean {
  if (a.size !== b.size) return false;
  for (const key of a.keys()) {
    const other = b.get(key);
    if (other === undefined || differ(a.get(key) as Result, other)) return false;
  }
  return true;
}

function equalOptionals(
  { value: a }: CELOptional<Result>,
  { value: b }: CELOptional<Result>,
): boolean | EvaluationError {
  return a === undefined || b === undefined ? a === b : equalItems(a, b);
}

function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

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

/** Reports whether a value has a type whose values are ordered. */
export function isOrdered(value: Value): boolean {
  if (typeof value !== "object") return true;
  return (
    value instanceof CELUint ||
    value instanceof CELBytes ||
    value instanceof CELDuration ||
    value instanceof CELTimestamp
  );
}

/** Returns an int, a uint or a double as a number; undefined for any other value. */
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
