/**
 * State that decoders record while they decode a value. Decoders do not track paths: if they find a
 * problem, `diagnose` walks the text again to create messages.
 */
export interface DecodeRun {
  /** True if a value has a wrong type. */
  failed: boolean;
  /** True if an object has an unknown field. */
  unknown: boolean;
  /** Number of keys in the decoded objects. It is compared with the number of keys in the text. */
  keys: number;
  /**
   * True if a list has numbers that may be integers. Only the text shows whether such a number is
   * written as `1.0`.
   */
  listedNumbers: boolean;
  /**
   * True if a number beyond ±(2^53 - 1) is in a place without a type or of a floating-point type.
   * Only the text shows whether the number was rounded.
   */
  largeNumbers: boolean;
}

/**
 * Converts a parsed value to its canonical form. Mutates lists and maps. Converts `null` to the
 * zero of the type.
 */
export type ValueDecoder = (value: unknown, run: DecodeRun) => unknown;

export function newRun(): DecodeRun {
  return { failed: false, unknown: false, keys: 0, listedNumbers: false, largeNumbers: false };
}

/** Records that a value has a wrong type, and returns null as its replacement. */
export function recordFailure(run: DecodeRun): null {
  run.failed = true;
  return null;
}
