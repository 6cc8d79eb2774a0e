import { types } from "node:util";

/**
 * Calls `then` with a value. If the value is not a promise, calls `then` immediately: most steps of
 * a request do not wait, and each promise costs as much as several of these steps.
 */
export function after<T, R>(value: T | Promise<T>, then: (value: T) => Promise<R>): Promise<R> {
  return isPromise(value) ? value.then(then) : then(value);
}

/** Reports whether a value is a promise. It may be a promise of another context of `node:vm`. */
export function isPromise<T>(value: T | Promise<T>): value is Promise<T> {
  return value instanceof Promise || types.isPromise(value);
}
