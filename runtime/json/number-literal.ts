/**
 * A JSON number that JavaScript would print differently, such as `1.0` or 9007199254740993. The
 * object keeps the original characters.
 */
export class NumberLiteral {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /**
   * Returns a `bigint`, so that `JSON.stringify` throws a TypeError. `stringifyJSON` catches this
   * error and then prints the original characters.
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

/** Reports whether `JSON.stringify` prints a number as an integer beyond ±(2^53 - 1). */
export function printsLargeInteger(value: number): boolean {
  const size = Math.abs(value);
  return size > Number.MAX_SAFE_INTEGER && size < leastWithExponent;
}
