import { newInternalError, StatusError } from "../errors/index.js";

/**
 * Describes what a result should be, such as `a list of texts`; undefined for a result that is
 * right.
 */
export type ResultCheck = (result: unknown) => string | undefined;

/** Which function of which kind's strategy is called, as messages name it: `validate of Ticket`. */
export type FunctionName = `${string} of ${string}`;

/**
 * A function of a strategy whose errors name it. A result of another type becomes a 500
 * `InternalError`: taken for "no errors", it would let in objects that were not validated. An
 * exception is passed on as the cause of an error with the name; a Status stays.
 */
export function strategyFunction<A extends readonly unknown[], R>(
  name: FunctionName,
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

function called<A extends readonly unknown[], R>(name: FunctionName, fn: (...args: A) => R, args: A): R {
  try {
    return fn(...args);
  } catch (error) {
    if (error instanceof StatusError) throw error;
    throw new Error(`an error in ${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

export const nothing: ResultCheck = (result) =>
  result === undefined ? undefined : "nothing, because it changes the object in place";

export const fieldErrors: ResultCheck = (result) =>
  Array.isArray(result) && result.every(isFieldError) ? undefined : "a list of errors made by functions of `field`";

export const texts: ResultCheck = (result) =>
  Array.isArray(result) && result.every(isText) ? undefined : "a list of texts";

export const text: ResultCheck = (result) => (isText(result) ? undefined : "a text");

export const textsByName: ResultCheck = (result) => {
  const isMap = typeof result === "object" && result !== null && !Array.isArray(result) && !(result instanceof Promise);
  return isMap && Object.values(result).every(isText) ? undefined : "an object whose values are texts";
};

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
  if (value instanceof Promise) return "a Promise: it must not be async";
  if (Array.isArray(value)) {
    const wrong: unknown = value.find((item) => !isFieldError(item)) ?? value[0];
    return `a list with ${describe(wrong)}`;
  }
  if (typeof value === "string") return `the text ${JSON.stringify(value)}`;
  if (value === null || value === undefined) return value === null ? "null" : "nothing";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
