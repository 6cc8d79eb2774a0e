/** Returns the text for a value that does not match, with examples and the regular expression. */
export function regexError(message: string, regex: string, ...examples: readonly string[]): string {
  const shown = examples.map((example) => `'${example}', `).join(" or ");
  return `${message} (${shown === "" ? "" : `e.g. ${shown}`}regex used for validation is '${regex}')`;
}

/** Returns Kubernetes' text, which says characters although bytes are counted. */
export function maxLenError(maxLength: number): string {
  return `must be no more than ${maxLength} characters`;
}

/** Returns the text for label keys and values. */
export function maxBytesError(maxLength: number): string {
  return `must be no more than ${maxLength} bytes`;
}

export function inclusiveRangeError(least: number, greatest: number): string {
  return `must be between ${least} and ${greatest}, inclusive`;
}

export const emptyError = "must be non-empty";

/** Returns the length in bytes of UTF-8, which Kubernetes limits. */
export function utf8Length(text: string): number {
  let length = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    length += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return length;
}
