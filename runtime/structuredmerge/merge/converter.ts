import type { TypedValue } from "../typed/typed-value.js";

/** Converts objects between the versions of an API. */
export interface Converter {
  /** Returns the object in the version; throws if that is impossible. */
  convert(object: TypedValue, version: string): TypedValue;
  /** Reports whether an error of `convert` says that the version does not exist any more. */
  isMissingVersionError?(error: unknown): boolean;
}

/**
 * Returns the converted object; undefined if the version does not exist any more.
 *
 * @throws Error with the prefix in front of the converter's message
 */
export function convertIfServed(
  converter: Converter,
  object: TypedValue,
  version: string,
  prefix = "",
): TypedValue | undefined {
  try {
    return converter.convert(object, version);
  } catch (error) {
    if (converter.isMissingVersionError?.(error) === true) return undefined;
    throw prefix === "" ? error : prefixed(error, prefix);
  }
}

/** Returns an error with a prefix in front of its message. */
export function prefixed(error: unknown, prefix: string): Error {
  return new Error(`${prefix}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
}

/** Calls a function, and puts a prefix in front of the message of its error. */
export function withPrefix<T>(prefix: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw prefixed(error, prefix);
  }
}
