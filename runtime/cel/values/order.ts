import { CELBytes, CELDuration, CELTimestamp, CELUint } from "./classes.js";
import { noSuchOverload } from "./equality.js";
import { EvaluationError, type Value } from "./value.js";

export type ValueOrder = -1 | 0 | 1;

const notANumber = new EvaluationError("NaN values cannot be ordered");

/**
 * Compares two numbers of any types, or two other values of the same type. Returns an error if the
 * type has no order.
 */
export function compare(a: Value, b: Value): ValueOrder | EvaluationError {
  const left = numberOf(a);
  if (left !== undefined) return compareNumbers(left, numberOf(b));
  if (typeof a === "string" && typeof b === "string") return compareStrings(a, b);
  if (typeof a === "boolean" && typeof b === "boolean") return compareParts(Number(a), Number(b));
  if (a instanceof CELDuration && b instanceof CELDuration) return compareParts(a.nanoseconds, b.nanoseconds);
  if (a instanceof CELTimestamp && b instanceof CELTimestamp) return compareParts(a.nanoseconds, b.nanoseconds);
  if (a instanceof CELBytes && b instanceof CELBytes) return compareBytes(a.value, b.value);
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

/** Returns an int, a uint or a double as a number. */
function numberOf(value: Value): bigint | number | undefined {
  if (typeof value === "bigint" || typeof value === "number") return value;
  return value instanceof CELUint ? value.value : undefined;
}

/**
 * Compares two numbers. As in Go, an int or a uint is rounded to a double before it is compared
 * with a double.
 */
function compareNumbers(a: bigint | number, b: bigint | number | undefined): ValueOrder | EvaluationError {
  if (Number.isNaN(a) || Number.isNaN(b)) return notANumber;
  if (b === undefined) return noSuchOverload;
  return typeof a === typeof b ? compareParts(a, b) : compareParts(Number(a), Number(b));
}

function compareParts<T extends bigint | number>(a: T, b: T): ValueOrder {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Compares strings by code points, as UTF-8 is ordered. JavaScript compares UTF-16 code units. */
export function compareStrings(a: string, b: string): ValueOrder {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) return rankOf(left) < rankOf(right) ? -1 : 1;
  }
  return compareParts(a.length, b.length);
}

/**
 * Returns the rank of a UTF-16 code unit in the order of code points: surrogates come after all
 * other code units.
 */
function rankOf(unit: number): number {
  if (unit < 0xd8_00) return unit;
  return unit < 0xe0_00 ? unit + 0x20_00 : unit - 0x8_00;
}

function compareBytes(a: Uint8Array, b: Uint8Array): ValueOrder {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const [left = 0, right = 0] = [a[index], b[index]];
    if (left !== right) return left < right ? -1 : 1;
  }
  return compareParts(a.length, b.length);
}
