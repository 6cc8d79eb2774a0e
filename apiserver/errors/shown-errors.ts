import { field, type ErrorList } from "@apimachinery/runtime";

/**
 * Maximum size of all errors in a response, in characters of JSON. Each error counts twice: in the
 * message and in the causes.
 */
const maxLength = 56 * 1024;
/** Number of characters in the JSON of a cause, not counting the text of its error. */
const causeOverhead = 64;

/** Returns as many of the first errors as fit into a response, but at least one. */
export function shownErrors(errors: ErrorList): ErrorList {
  let length = 0;
  const end = errors.findIndex((error, index) => {
    // The length counts twice, because the response contains the text in the message and in a
    // cause.
    length += 2 * JSON.stringify(field.errorText(error)).length + causeOverhead;
    return index > 0 && length > maxLength;
  });
  return end < 0 ? errors : errors.slice(0, end);
}
