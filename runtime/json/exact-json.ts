import { rootPlace, tooDeep, typeErrorText, UnmarshalError } from "./errors.js";
import { shortened } from "../util/shortened.js";
import { isLargeInteger } from "./number-literal.js";
import { readJSON } from "./read-json.js";

/**
 * Parses JSON as `JSON.parse` does, but returns each integer beyond ±(2^53 - 1) as a `bigint`, so
 * that no digit is lost. `stringifyJSON` prints the same digits.
 * @throws SyntaxError for a string that is not JSON
 * @throws UnmarshalError for a number beyond the range of a 64-bit floating-point number, and for
 * values that are nested deeper than the call stack allows
 */
export function parseExactJSON(text: string): unknown {
  const value: unknown = JSON.parse(text);
  try {
    return hasOnlySafeNumbers(value) ? value : readExactly(text);
  } catch (error) {
    throw error instanceof RangeError ? new UnmarshalError(tooDeep) : error;
  }
}

/**
 * Parses valid JSON like `parseExactJSON`, but does not first try the faster `JSON.parse`. Use it
 * for JSON that probably contains a large number.
 */
export function readExactly(text: string): unknown {
  return readJSON(text, exactNumber);
}

/**
 * Reports whether all numbers of a parsed value are within ±(2^53 - 1), so that `JSON.parse` has
 * rounded no integer.
 */
export function hasOnlySafeNumbers(value: unknown): boolean {
  if (typeof value === "number") return isSafe(value);
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every(hasOnlySafeNumbers);
  for (const key in value) {
    const child = (value as Readonly<Record<string, unknown>>)[key];
    if (typeof child === "number" ? !isSafe(child) : typeof child === "object" && !hasOnlySafeNumbers(child))
      return false;
  }
  return true;
}

function isSafe(value: number): boolean {
  return value <= Number.MAX_SAFE_INTEGER && value >= Number.MIN_SAFE_INTEGER;
}

function exactNumber(literal: string): number | bigint {
  const value = Number(literal);
  if (!Number.isFinite(value))
    throw new UnmarshalError(typeErrorText(`number ${shortened(literal)}`, "float64", rootPlace));
  return isLargeInteger(literal) ? BigInt(literal) : value;
}
