/**
 * Calls a recursive function, and returns its result.
 *
 * @throws Error if the call stack overflows, because a value is nested several thousand levels deep
 */
export function withinStack<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    if (error instanceof RangeError) throw new Error("the value is nested too deeply", { cause: error });
    throw error;
  }
}
