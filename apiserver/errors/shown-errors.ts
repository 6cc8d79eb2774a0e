import { field, type ErrorList } from "@apimachinery/runtime";

/**
 * Maximum number of characters of all errors in a response as JSON, in the message and the causes
 * together.
 */
const maxLength = 56 * 1024;
/** Size of a cause without its texts, in characters. */
const causeOverhead = 64;

/** Returns the first errors, as many as fit into a response, but at least one. */
export function shownErrors(errors: ErrorList): ErrorList {
  let length = 0;
  const end = errors.findIndex((error, index) => {
    // Counted twice, because the text is in the message and in the cause.
    length += 2 * JSON.stringify(field.errorText(error)).length + causeOverhead;
    return index > 0 && length > maxLength;
  });
  return end < 0 ? errors : errors.slice(0, end);
}
