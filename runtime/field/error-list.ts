import { type FieldError, errorText } from "./error.js";

/** All that is wrong with an object, in the order in which it was found. Empty means valid. */
export type ErrorList = readonly FieldError[];

/**
 * The text of a whole list as Kubernetes prints it: the one error, or all in brackets, each text
 * once. Empty for an empty list.
 */
export function aggregateText(errors: ErrorList): string {
  const texts = [...new Set(errors.map(errorText))];
  return texts.length > 1 ? `[${texts.join(", ")}]` : texts.join("");
}
