/**
 * Facts that decoders record while they decode a value. Decoders do not track paths. If they find a
 * problem, `diagnose` walks through the document again to create messages.
 */
export interface DecodeRun {
  /** True if a value has a wrong type or format, or is out of the range of its type. */
  failed: boolean;
  /** True if an object has an unknown field. */
  unknown: boolean;
  /**
   * Number of keys in the decoded objects. If the document has more keys, it contains duplicate
   * keys.
   */
  keys: number;
  /**
   * True if a list contains numbers that may be integers. Only the document shows whether such a
   * number is written as `1.0`, which is an error.
   */
  listedNumbers: boolean;
  /**
   * True if a value without a type, or of a floating-point type, is a number beyond ±(2^53 - 1).
   * Only the document shows whether the number was rounded.
   */
  largeNumbers: boolean;
}

/**
 * Function that converts a parsed value to its canonical form. Converts null to the zero of the
 * type, unless null is a valid value or an error. Mutates lists and maps.
 */
export type ValueDecoder = (value: unknown, run: DecodeRun) => unknown;

export function newRun(): DecodeRun {
  return { failed: false, unknown: false, keys: 0, listedNumbers: false, largeNumbers: false };
}

/** Records that a value has a wrong type. Returns null, which replaces the value. */
export function recordFailure(run: DecodeRun): null {
  run.failed = true;
  return null;
}
