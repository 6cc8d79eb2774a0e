import { type FieldError, errorText } from "./error.js";

/**
 * Validation errors of an object, in the order in which they were found. The list of a valid object
 * is empty. Callers must not change the list. A function that collects errors uses a `FieldError[]`
 * and returns it as an `ErrorList`.
 */
export type ErrorList = readonly FieldError[];

/**
 * Returns the message for a list of errors as Kubernetes prints it. For one error, this is the
 * message of the error. For several errors, it is a list of the distinct messages in brackets. For
 * an empty list, it is an empty string.
 */
export function aggregateText(errors: ErrorList): string {
  const texts = [...new Set(errors.map(errorText))];
  return texts.length > 1 ? `[${texts.join(", ")}]` : texts.join("");
}
