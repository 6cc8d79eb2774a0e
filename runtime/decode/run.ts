/**
 * Findings of a decoder beside the value. Decoders track no paths: after a problem the text is
 * walked again, slowly, for messages.
 */
export interface Run {
  /** Whether a value has a wrong type. */
  failed: boolean;
  /** Whether an object has an unknown field. */
  unknown: boolean;
  /** Number of keys in the checked objects, for comparison with the text. */
  keys: number;
  /** Whether a list has numbers that must perhaps be integers. Only the text has their notation. */
  listedNumbers: boolean;
}

/**
 * Converts a parsed value to a typed one. Lists and maps are changed in place. `null` becomes the
 * zero.
 */
export type Decoder = (value: unknown, run: Run) => unknown;

export function newRun(): Run {
  return { failed: false, unknown: false, keys: 0, listedNumbers: false };
}

/** Records a wrong type, and returns a value to continue with. */
export function fail(run: Run): null {
  run.failed = true;
  return null;
}
