import { types } from "node:util";

/**
 * Calls `then` with a value; at once if the value is not a promise. Most steps of a request end at
 * once, and each promise costs as much as several of these steps.
 */
export function after<T, R>(value: T | Promise<T>, then: (value: T) => Promise<R>): Promise<R> {
  return isPromise(value) ? value.then(then) : then(value);
}

/** Reports whether a value is a promise, also one of another context of `node:vm`. */
export function isPromise<T>(value: T | Promise<T>): value is Promise<T> {
  return value instanceof Promise || types.isPromise(value);
}
