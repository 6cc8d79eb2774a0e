import { field, type ErrorList } from "@apimachinery/runtime";

/**
 * The maximum number of characters of all errors of a response as JSON: message and causes
 * together.
 */
const maxLength = 56 * 1024;
/** The size of a cause without its texts. */
const causeOverhead = 64;

/** Returns the first errors that fit into a response, at least one. */
export function shownErrors(errors: ErrorList): ErrorList {
  let length = 0;
  const end = errors.findIndex((error, index) => {
    // The text is in the message and in the cause.
    length += 2 * JSON.stringify(field.errorText(error)).length + causeOverhead;
    return index > 0 && length > maxLength;
  });
  return end < 0 ? errors : errors.slice(0, end);
}
