/**
 * @file Errors of the rules, with Kubernetes' texts and origins. Generated code checks the rules.
 */
import * as field from "../field/constructors.js";
import type { FieldError } from "../field/error.js";
import type { Path } from "../field/path.js";
import { goQuote } from "../util/go-quote.js";

type Place = Path | undefined;

/** Returns the error for a value that must be set. */
export function required(path: Place): FieldError {
  return field.required(path, "");
}

/** Returns the error for a value that must not be set. */
export function forbidden(path: Place): FieldError {
  return field.forbidden(path, "");
}

/** Returns the error for a number below `min`. */
export function minimum(path: Place, value: number, min: number): FieldError {
  return invalid(path, value, `must be greater than or equal to ${min}`, "minimum");
}

/** Returns the error for a number above `max`. */
export function maximum(path: Place, value: number, max: number): FieldError {
  return invalid(path, value, `must be less than or equal to ${max}`, "maximum");
}

/** Returns the error for a text with fewer than `min` characters. */
export function minLength(path: Place, value: string, min: number): FieldError {
  return field.withOrigin(field.tooShort(path, value, min), "minLength");
}

/** Returns the error for a text with more than `max` characters. */
export function maxLength(path: Place, max: number): FieldError {
  return field.withOrigin(field.tooLongCharacters(path, max), "maxLength");
}

/** Returns the error for a text with more than `max` bytes. */
export function maxBytes(path: Place, max: number): FieldError {
  return field.withOrigin(field.tooLong(path, max), "maxBytes");
}

/** Returns the error for a list with fewer than `min` items. */
export function minItems(path: Place, length: number, min: number): FieldError {
  return field.withOrigin(field.tooFew(path, length, min), "minItems");
}

/** Returns the error for a list with more than `max` items. */
export function maxItems(path: Place, length: number, max: number): FieldError {
  return field.withOrigin(field.tooMany(path, length, max), "maxItems");
}

/** Returns the error for a map with fewer than `min` entries. */
export function minProperties(path: Place, size: number, min: number): FieldError {
  return field.withOrigin(field.tooFew(path, size, min), "minProperties");
}

/** Returns the error for a map with more than `max` entries. */
export function maxProperties(path: Place, size: number, max: number): FieldError {
  return field.withOrigin(field.tooMany(path, size, max), "maxProperties");
}

/** Returns the error for a value that equals the forbidden value. */
export function neq(path: Place, value: string | number | boolean): FieldError {
  const printed = typeof value === "string" ? goQuote(value) : String(value);
  return invalid(path, value, `must not be equal to ${printed}`, "neq");
}

/** Returns the error for an update that changes an immutable value. */
export function immutable(path: Place): FieldError {
  return invalid(path, null, "field is immutable", "immutable");
}

/** Returns the error for an update that decreases a number. */
export function monotonic(path: Place, value: number, oldValue: number): FieldError {
  return invalid(path, value, `may not be decreased from ${oldValue}`, "monotonic");
}

/** Returns the error for an update that sets an unset value. */
export function noSet(path: Place): FieldError {
  return invalid(path, null, "field cannot be set once created", "update");
}

/** Returns the error for an update that clears a value. */
export function noUnset(path: Place): FieldError {
  return invalid(path, null, "field cannot be cleared once set", "update");
}

/** Returns the error for an update that replaces a set value by another one. */
export function noModify(path: Place): FieldError {
  return invalid(path, null, "field cannot be modified once set", "update");
}

/** Returns the error for a rule that always fails. Tests of the validation use such rules. */
export function forcedFailure(path: Place, value: unknown, message: string): FieldError {
  return invalid(path, value ?? null, `forced failure: ${message}`, "validateFalse");
}

/** Returns the error for a reference to an option that the operation does not define. */
export function undefinedOption(path: Place, option: string): FieldError {
  return field.internalError(path, new Error(`undefined validation option ${goQuote(option)}`));
}

function invalid(path: Place, value: unknown, detail: string, origin: string): FieldError {
  return field.withOrigin(field.invalid(path, value, detail), origin);
}
