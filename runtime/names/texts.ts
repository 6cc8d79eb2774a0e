import { hasMoreBytes } from "../util/text-length.js";

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

/**
 * Returns a function that validates a string against a pattern that must match the whole string.
 * The function returns the problems found.
 * @param maxLength maximum number of bytes
 */
export function matcher(
  pattern: string,
  message: string,
  examples: readonly string[],
  maxLength = Infinity,
): (value: string) => string[] {
  const regex = new RegExp(`^${pattern}$`);
  const problem = regexError(message, pattern, ...examples);
  return (value) => {
    const problems = hasMoreBytes(value, maxLength) ? [maxLenError(maxLength)] : [];
    return regex.test(value) ? problems : [...problems, problem];
  };
}
