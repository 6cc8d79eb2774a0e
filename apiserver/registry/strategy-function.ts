import { newInternalError, StatusError } from "../errors/index.js";

/**
 * Checks the result of a strategy's function. Returns a description of a valid result, such as `a
 * list of strings`, if the result is invalid; undefined if it is valid.
 */
export type ResultCheck = (result: unknown) => string | undefined;

/** Names of a function and of its kind for messages, such as `validate of Ticket`. */
export type FunctionLabel = `${string} of ${string}`;

/**
 * Wraps a function of a strategy, so that its errors contain its name. An invalid result causes a
 * 500 `InternalError`; if it were treated as "no errors", validation would be disabled. An
 * exception of the function becomes the cause of a new error with the function's name. A
 * StatusError is rethrown unchanged.
 */
export function strategyFunction<A extends readonly unknown[], R>(
  name: FunctionLabel,
  fn: (...args: A) => R,
  check: ResultCheck,
): (...args: A) => R {
  return (...args) => {
    const result = called(name, fn, args);
    const wanted = check(result);
    if (wanted === undefined) return result;
    const message = `${name} must return ${wanted}, and it returned ${describe(result)}`;
    throw Object.assign(newInternalError(message), { cause: new Error(`the strategy is wrong: ${message}`) });
  };
}

function called<A extends readonly unknown[], R>(name: FunctionLabel, fn: (...args: A) => R, args: A): R {
  try {
    return fn(...args);
  } catch (error) {
    if (error instanceof StatusError) throw error;
    throw new Error(`an error in ${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

export const isUndefinedResult: ResultCheck = (result) =>
  result === undefined ? undefined : "nothing, because it changes the object in place";

export const fieldErrors: ResultCheck = (result) =>
  Array.isArray(result) && result.every(isFieldError) ? undefined : "a list of errors made by functions of `field`";

export const areStrings: ResultCheck = (result) =>
  Array.isArray(result) && result.every(isText) ? undefined : "a list of strings";

export const trueOrFalse: ResultCheck = (result) => (typeof result === "boolean" ? undefined : "true or false");

export const isStringResult: ResultCheck = (result) => (isText(result) ? undefined : "a string");

export const areStringsByName: ResultCheck = (result) =>
  isMap(result) && Object.values(result).every(isText) ? undefined : "an object whose values are strings";

export const booleansByName: ResultCheck = (result) =>
  isMap(result) && Object.values(result).every((value) => typeof value === "boolean")
    ? undefined
    : "an object whose values are true or false";

function isMap(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Promise);
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

function isFieldError(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    "type" in value &&
    "field" in value &&
    isText(value.type) &&
    isText(value.field)
  );
}

function describe(value: unknown): string {
  if (value instanceof Promise) return "a Promise: the function must not be async";
  if (Array.isArray(value)) {
    const wrong: unknown = value.find((item) => !isFieldError(item)) ?? value[0];
    return `a list with ${describe(wrong)}`;
  }
  if (typeof value === "string") return `the string ${JSON.stringify(value)}`;
  if (value === null || value === undefined) return value === null ? "null" : "nothing";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
