/**
 * Calls `then` with a value; at once if the value is not a promise. Most steps of a request end at
 * once, and each promise costs as much as several of these steps.
 */
export function after<T, R>(value: T | Promise<T>, then: (value: T) => Promise<R>): Promise<R> {
  return value instanceof Promise ? value.then(then) : then(value);
}
