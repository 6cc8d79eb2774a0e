import { goQuote } from "../util/go-quote.js";
import { type ErrorType, type FieldError, omitValue } from "./error.js";
import type { Path } from "./path.js";

/** Path of an error. `null` and `undefined` represent the root, which is printed as `<nil>`. */
type FieldPathOrNone = Path | null | undefined;

/** Returns an error for a value that has a wrong format, is out of bounds or must not change. */
export function invalid(path: FieldPathOrNone, value: unknown, detail: string): FieldError {
  return make("FieldValueInvalid", path, value, detail);
}

/** Returns an error for a value of a wrong type. */
export function typeInvalid(path: FieldPathOrNone, value: unknown, detail: string): FieldError {
  return make("FieldValueTypeInvalid", path, value, detail);
}

/** Returns an error for a missing or empty value. */
export function required(path: FieldPathOrNone, detail: string): FieldError {
  return make("FieldValueRequired", path, "", detail);
}

/** Returns an error for a value that must be unique but occurs more than once. */
export function duplicate(path: FieldPathOrNone, value: unknown): FieldError {
  return make("FieldValueDuplicate", path, value, "");
}

/**
 * Returns an error for a value that is not in an enumeration. The message lists the allowed values
 * in the given order.
 */
export function notSupported(path: FieldPathOrNone, value: unknown, validValues: readonly string[]): FieldError {
  const detail = validValues.length === 0 ? "" : `supported values: ${validValues.map(goQuote).join(", ")}`;
  return make("FieldValueNotSupported", path, value, detail);
}

/** Returns an error for a well-formed value that is not permitted. */
export function forbidden(path: FieldPathOrNone, detail: string): FieldError {
  return make("FieldValueForbidden", path, "", detail);
}

/** Returns an error for a reference to a missing object. */
export function notFound(path: FieldPathOrNone, value: unknown): FieldError {
  return make("FieldValueNotFound", path, value, "");
}

/** Returns an error for an internal failure. */
export function internalError(path: FieldPathOrNone, error: Error): FieldError {
  return make("InternalError", path, error, error.message);
}

/**
 * Returns an error for a string of more than `maxLength` bytes of UTF-8. The message does not
 * contain the value. If `maxLength` is negative, the message does not contain the limit either.
 */
export function tooLong(path: FieldPathOrNone, maxLength: number): FieldError {
  return make(
    "FieldValueTooLong",
    path,
    omitValue,
    limit("may not be more than", maxLength, "byte", "value is too long"),
  );
}

/**
 * Returns an error for a string of more than `maxLength` characters. The message does not contain
 * the value. If `maxLength` is negative, the message does not contain the limit either.
 */
export function tooLongCharacters(path: FieldPathOrNone, maxLength: number): FieldError {
  return make(
    "FieldValueTooLong",
    path,
    omitValue,
    limit("may not be more than", maxLength, "character", "value is too long"),
  );
}

/**
 * Returns an error for a string of fewer than `minLength` characters. If `minLength` is negative,
 * the message does not contain the limit.
 */
export function tooShort(path: FieldPathOrNone, value: string, minLength: number): FieldError {
  return make(
    "FieldValueTooShort",
    path,
    value,
    limit("must be at least", minLength, "character", "value is too short"),
  );
}

/**
 * Returns an error for a list with more than `max` items. A negative `actual` or `max` is omitted
 * from the message.
 */
export function tooMany(path: FieldPathOrNone, actual: number, max: number): FieldError {
  return make(
    "FieldValueTooMany",
    path,
    actual < 0 ? omitValue : actual,
    limit("must have at most", max, "item", "has too many items"),
  );
}

/**
 * Returns an error for a list with fewer than `min` items. If `min` is negative, the message does
 * not contain the limit.
 */
export function tooFew(path: FieldPathOrNone, actual: number, min: number): FieldError {
  return make("FieldValueTooFew", path, actual, limit("must have at least", min, "item", "has too few items"));
}

/** Returns a copy of the error with an origin, the name of the rule that found the error. */
export function withOrigin(error: FieldError, origin: string): FieldError {
  return { ...error, origin };
}

function make(type: ErrorType, path: FieldPathOrNone, badValue: unknown, detail: string): FieldError {
  return { type, field: path?.toString() ?? "<nil>", badValue, detail };
}

function limit(words: string, count: number, unit: string, withoutLimit: string): string {
  return count < 0 ? withoutLimit : `${words} ${String(count)} ${unit}${count === 1 ? "" : "s"}`;
}
