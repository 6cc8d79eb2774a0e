import { goQuote } from "../go-quote.js";
import { type ErrorType, type FieldError, omitValue } from "./error.js";
import type { Path } from "./path.js";

/** A value is malformed: it does not match, is out of bounds, is not allowed to change. */
export function invalid(path: Path | null, value: unknown, detail: string): FieldError {
  return make("FieldValueInvalid", path, value, detail);
}

/** A value is of the wrong type. */
export function typeInvalid(path: Path | null, value: unknown, detail: string): FieldError {
  return make("FieldValueTypeInvalid", path, value, detail);
}

/** A value is missing or empty. */
export function required(path: Path | null, detail: string): FieldError {
  return make("FieldValueRequired", path, "", detail);
}

/** A value must be unique and is there twice. */
export function duplicate(path: Path | null, value: unknown): FieldError {
  return make("FieldValueDuplicate", path, value, "");
}

/**
 * A value is none of those that an enumeration allows. They are named in the order in which they
 * are given.
 */
export function notSupported(path: Path | null, value: unknown, validValues: readonly string[]): FieldError {
  const detail = validValues.length === 0 ? "" : `supported values: ${validValues.map(goQuote).join(", ")}`;
  return make("FieldValueNotSupported", path, value, detail);
}

/** A value that is well-formed is not permitted here and now. */
export function forbidden(path: Path | null, detail: string): FieldError {
  return make("FieldValueForbidden", path, "", detail);
}

/** What a value refers to does not exist. */
export function notFound(path: Path | null, value: unknown): FieldError {
  return make("FieldValueNotFound", path, value, "");
}

/** Something failed that is not the user's fault. */
export function internalError(path: Path | null, error: Error): FieldError {
  return make("InternalError", path, error, error.message);
}

/**
 * A text is longer than `maxLength` bytes of UTF-8. Below zero, the text names no limit. The value
 * is never printed.
 */
export function tooLong(path: Path | null, maxLength: number): FieldError {
  return make(
    "FieldValueTooLong",
    path,
    omitValue,
    limit("may not be more than", maxLength, "byte", "value is too long"),
  );
}

/** A text is longer than `maxLength` characters. Below zero, the text names no limit. */
export function tooLongCharacters(path: Path | null, maxLength: number): FieldError {
  return make(
    "FieldValueTooLong",
    path,
    omitValue,
    limit("may not be more than", maxLength, "character", "value is too long"),
  );
}

/** A text is shorter than `minLength` characters. Below zero, the text names no limit. */
export function tooShort(path: Path | null, value: string, minLength: number): FieldError {
  return make(
    "FieldValueTooShort",
    path,
    value,
    limit("must be at least", minLength, "character", "value is too short"),
  );
}

/** A list is too long. A negative `actual` is not printed; below zero, the text names no limit. */
export function tooMany(path: Path | null, actual: number, max: number): FieldError {
  return make(
    "FieldValueTooMany",
    path,
    actual < 0 ? omitValue : actual,
    limit("must have at most", max, "item", "has too many items"),
  );
}

/** A list is too short. Below zero, the text names no limit. */
export function tooFew(path: Path | null, actual: number, min: number): FieldError {
  return make("FieldValueTooFew", path, actual, limit("must have at least", min, "item", "has too few items"));
}

/** The same error, marked with the rule that found it. */
export function withOrigin(error: FieldError, origin: string): FieldError {
  return { ...error, origin };
}

function make(type: ErrorType, path: Path | null, badValue: unknown, detail: string): FieldError {
  return { type, field: path === null ? "<nil>" : path.toString(), badValue, detail };
}

function limit(words: string, count: number, unit: string, withoutLimit: string): string {
  return count < 0 ? withoutLimit : `${words} ${String(count)} ${unit}${count === 1 ? "" : "s"}`;
}
