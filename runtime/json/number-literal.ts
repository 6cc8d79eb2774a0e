/**
 * A number of a JSON text that JavaScript would print with other characters, such as `1.0` or
 * 9007199254740993.
 */
export class NumberLiteral {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /**
   * Makes `JSON.stringify` throw a TypeError. `stringifyJSON` then prints the characters that were
   * read.
   */
  toJSON(): bigint {
    return 0n;
  }
}

/**
 * Reports whether a number literal is an integer beyond ±(2^53 - 1), which a JavaScript number may
 * not represent exactly. A literal with a fraction or an exponent is not an integer.
 */
export function isLargeInteger(literal: string): boolean {
  return /^-?\d+$/.test(literal) && !Number.isSafeInteger(Number(literal));
}

/** Smallest absolute value of a number that JSON.stringify prints with an exponent. */
const leastWithExponent = 1e21;

/** Reports whether JSON.stringify prints a number as an integer beyond ±(2^53 - 1). */
export function printsLargeInteger(value: number): boolean {
  const size = Math.abs(value);
  return size > Number.MAX_SAFE_INTEGER && size < leastWithExponent;
}
