import { type FieldError, errorText } from "./error.js";

/** Errors of an object in the order of validation. An empty list means a valid object. */
export type ErrorList = readonly FieldError[];

/**
 * Returns the text of a list as Kubernetes prints it: a single error, or several in brackets
 * without duplicates. Empty for an empty list.
 */
export function aggregateText(errors: ErrorList): string {
  const texts = [...new Set(errors.map(errorText))];
  return texts.length > 1 ? `[${texts.join(", ")}]` : texts.join("");
}
