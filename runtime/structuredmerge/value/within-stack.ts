/**
 * Returns the result of a recursive function.
 *
 * @throws Error if a value is nested so deeply that the call stack overflows, at some thousand
 * levels
 */
export function withinStack<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    if (error instanceof RangeError) throw new Error("the value is nested too deeply", { cause: error });
    throw error;
  }
}
