/**
 * Returns the message for a value that does not match a regular expression. Examples of valid
 * values are appended to the message.
 */
export function regexError(message: string, regex: string, ...examples: readonly string[]): string {
  const shown = examples.map((example) => `'${example}', `).join(" or ");
  return `${message} (${shown === "" ? "" : `e.g. ${shown}`}regex used for validation is '${regex}')`;
}

/**
 * Returns the message for a value that is too long. As in Kubernetes, the message gives the limit
 * in characters, although bytes are counted.
 */
export function maxLenError(maxLength: number): string {
  return `must be no more than ${maxLength} characters`;
}

/**
 * Returns the message for a value that is too long, with the limit in bytes. Used, for example, for
 * label keys and values.
 */
export function maxBytesError(maxLength: number): string {
  return `must be no more than ${maxLength} bytes`;
}

export function inclusiveRangeError(least: number, greatest: number): string {
  return `must be between ${least} and ${greatest}, inclusive`;
}

export const emptyError = "must be non-empty";
