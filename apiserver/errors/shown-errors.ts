import { field, type ErrorList } from "@apimachinery/runtime";

/**
 * How many characters the errors of one response may have as JSON, in the message and in the causes
 * together.
 */
const maxLength = 56 * 1024;
/** What a cause has beside its texts. */
const causeOverhead = 64;

/** The first errors of a list that a response has room for, at least one. */
export function shownErrors(errors: ErrorList): ErrorList {
  let length = 0;
  const end = errors.findIndex((error, index) => {
    // The message and the cause both have the text.
    length += 2 * JSON.stringify(field.errorText(error)).length + causeOverhead;
    return index > 0 && length > maxLength;
  });
  return end < 0 ? errors : errors.slice(0, end);
}
