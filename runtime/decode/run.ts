/**
 * What one run of a decoder finds out beside the value. Decoders keep no paths: when something is
 * off, the text is walked a second time, slowly, for the words.
 */
export interface Run {
  /** A value is not of its type. */
  failed: boolean;
  /** An object has a field that its type has not. */
  unknown: boolean;
  /**
   * How many keys the objects have that were looked into, to be compared with those that the text
   * has.
   */
  keys: number;
  /**
   * A list holds numbers that may have to be integers: how they are written has to be looked at in
   * the text.
   */
  listedNumbers: boolean;
}

/**
 * Makes a typed value of a parsed one, which it takes over: lists and maps are filled in place.
 * `null` yields the zero.
 */
export type Decoder = (value: unknown, run: Run) => unknown;

export function newRun(): Run {
  return { failed: false, unknown: false, keys: 0, listedNumbers: false };
}

/** Notes that a value is not of its type, and gives something to go on with. */
export function fail(run: Run): null {
  run.failed = true;
  return null;
}
