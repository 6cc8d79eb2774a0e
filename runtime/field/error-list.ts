import { type FieldError, errorText } from "./error.js";

/**
 * Validation errors of an object, in the order in which they were found. The list of a valid object
 * is empty. It is read-only for its receivers; a function that collects errors adds them to a
 * `FieldError[]`, and returns this array.
 */
export type ErrorList = readonly FieldError[];

/**
 * Returns the message for a list of errors as Kubernetes prints it: the message of a single error,
 * or the messages of several errors in brackets without duplicates. Returns an empty string for an
 * empty list.
 */
export function aggregateText(errors: ErrorList): string {
  const texts = [...new Set(errors.map(errorText))];
  return texts.length > 1 ? `[${texts.join(", ")}]` : texts.join("");
}
