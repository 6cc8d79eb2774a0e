/**
 * @file The errors of rules of a CRD's schema, with the texts of Kubernetes' validator of custom
 * resources. Generated code checks the rules.
 */
import * as field from "../field/constructors.js";
import { omitValue, type FieldError } from "../field/error.js";
import type { Path } from "../field/path.js";
import { goFloat, goPrint, isInt64 } from "../json/go-print.js";
import { goQuote } from "../util/go-quote.js";
import { markImplied } from "./left-out.js";

type Place = Path | undefined;

/** Returns the error of a number below `limit`. */
export function crdMinimum(path: Place, value: unknown, limit: number): FieldError {
  return invalid(path, value, `should be greater than or equal to ${limitText(value, limit)}`);
}

/** Returns the error of a number that is not above `limit`. */
export function crdExclusiveMinimum(path: Place, value: unknown, limit: number): FieldError {
  return invalid(path, value, `should be greater than ${limitText(value, limit)}`);
}

/** Returns the error of a number above `limit`. */
export function crdMaximum(path: Place, value: unknown, limit: number): FieldError {
  return invalid(path, value, `should be less than or equal to ${limitText(value, limit)}`);
}

/** Returns the error of a number that is not below `limit`. */
export function crdExclusiveMaximum(path: Place, value: unknown, limit: number): FieldError {
  return invalid(path, value, `should be less than ${limitText(value, limit)}`);
}

/** Returns the error of a number that is not a multiple of `factor`. */
export function crdMultipleOf(path: Place, value: unknown, factor: number): FieldError {
  return invalid(path, value, `should be a multiple of ${limitText(value, factor)}`);
}

/** Returns the error of a text with fewer than `min` characters. */
export function crdMinLength(path: Place, value: unknown, min: number): FieldError {
  return invalid(path, value, `should be at least ${min} chars long`);
}

/**
 * Returns the error of a text with more than `max` characters. Its text says bytes, as the text of
 * Kubernetes does.
 */
export function crdMaxLength(path: Place, max: number): FieldError {
  return named(path, field.tooLong(path, max));
}

/** Returns the error of a text that does not match a pattern. */
export function crdPattern(path: Place, value: unknown, pattern: string): FieldError {
  return invalid(path, value, `should match '${pattern}'`);
}

/** Returns the error of a text that does not have a format. */
export function crdFormat(path: Place, value: unknown, format: string): FieldError {
  const error = invalid(path, value, `must be of type ${format}: ${goQuote(String(value))}`);
  return { ...error, origin: `format=${format.replaceAll("-", "")}` };
}

/** Returns the error of a list with fewer than `min` items. */
export function crdMinItems(path: Place, length: number, min: number): FieldError {
  return invalid(path, length, `should have at least ${min} items`);
}

/** Returns the error of a list with more than `max` items. */
export function crdMaxItems(path: Place, length: number, max: number): FieldError {
  return named(path, field.tooMany(path, length, max));
}

/** Returns the error of a list with two equal items. */
export function crdUniqueItems(path: Place): FieldError {
  return invalid(path, "", "shouldn't contain duplicates");
}

/** Returns the error of an object or map with fewer than `min` properties. */
export function crdMinProperties(path: Place, size: number, min: number): FieldError {
  return invalid(path, size, `should have at least ${min} properties`);
}

/** Returns the error of an object or map with more than `max` properties. */
export function crdMaxProperties(path: Place, size: number, max: number): FieldError {
  return named(path, field.tooMany(path, size, max));
}

/**
 * Returns the error of a value that is not one of some values. Its text lists the values in the
 * order of the marker.
 */
export function crdEnum(path: Place, value: unknown, values: ReadonlySet<string | number | boolean>): FieldError {
  return markImplied(named(path, field.notSupported(path, value, [...values].map(String))));
}

/**
 * Returns the error of an object in which a wrong number of some properties is set. Its text does
 * not contain the object, like the texts of all CEL rules.
 */
export function crdOneOf(path: Place, message: string): FieldError {
  return field.invalid(path, omitValue, message);
}

/**
 * Returns a limit as the error of a value prints it. Go converts the limit to the type of the
 * value, `int64` or `float64`. A limit that is not an `int64` is always printed as a `float64`,
 * because the conversion would change it.
 */
function limitText(value: unknown, limit: number): string {
  return typeof value === "number" && !isInt64(value) ? goFloat(limit) : goPrint(limit);
}

function invalid(path: Place, value: unknown, text: string): FieldError {
  return named(path, field.invalid(path, value, `${nameOf(path)} in body ${text}`));
}

/** Returns the error with the path in the form of the validator of custom resources. */
function named(path: Place, error: FieldError): FieldError {
  return path === undefined ? error : { ...error, field: nameOf(path) };
}

/**
 * Returns a path as the validator of custom resources prints it. The key of a map is printed like a
 * property: `spec.labels.app`.
 */
function nameOf(path: Place): string {
  return (
    path?.walk("", (before, by) => {
      if (typeof by === "number") return `${before}[${by}]`;
      return before === "" ? by : `${before}.${by}`;
    }) ?? ""
  );
}
