import type { TypedValue } from "../typed/typed-value.js";

/** Converts objects between the versions of an API. */
export interface Converter {
  /**
   * Returns the object in another version.
   *
   * @throws Error if the object cannot be converted
   */
  convert(object: TypedValue, version: string): TypedValue;
  /** Reports whether an error of `convert` means that the version does not exist any more. */
  isMissingVersionError?(error: unknown): boolean;
}

/**
 * Returns the object in another version; undefined if the version does not exist any more.
 *
 * @param prefix start of the error message; empty to throw the converter's error unchanged
 * @throws Error if the object cannot be converted
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

/** Returns an error whose message starts with a prefix. */
export function prefixed(error: unknown, prefix: string): Error {
  return new Error(`${prefix}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
}

/**
 * Calls a function. If the function throws an error, throws an error with a prefix before the
 * message.
 */
export function withPrefix<T>(prefix: string | (() => string), call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw prefixed(error, typeof prefix === "string" ? prefix : prefix());
  }
}
