/**
 * A number of a JSON text that JavaScript would print with other characters, such as `1.0` or
 * 9007199254740993.
 */
export class NumberLiteral {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Makes `JSON.stringify` throw a TypeError. `stringifyJSON` then prints the text. */
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
