import { noSuchOverload } from "../values/equality.js";
import { EvaluationError, ListValue, MapValue, type Implementation, type Result, type Value } from "../values/value.js";

/** Reports whether a value has the type of a parameter. */
export type Guard<T extends Value> = (value: Value) => value is T;

export const isAnyValue: Guard<Value> = (_value): _value is Value => true;
export const isBoolValue: Guard<boolean> = (value): value is boolean => typeof value === "boolean";
export const isIntValue: Guard<bigint> = (value): value is bigint => typeof value === "bigint";
export const isStringValue: Guard<string> = (value): value is string => typeof value === "string";
export const isListValue: Guard<ListValue> = instanceOf(ListValue);
export const isMapValue: Guard<MapValue> = instanceOf(MapValue);

export function instanceOf<T extends Value>(type: abstract new (...values: never[]) => T): Guard<T> {
  return (value): value is T => value instanceof type;
}

/**
 * Returns an implementation with one parameter. If an argument has another type, as is possible for
 * an expression of the type `dyn`, the implementation returns an error. The same applies to the
 * implementations that `binary` and `ternary` return.
 */
export function unaryFunction<A extends Value>(a: Guard<A>, run: (a: A) => Result): Implementation {
  return (first: Value) => (a(first) ? run(first) : noSuchOverload);
}

export function binary<A extends Value, B extends Value>(
  a: Guard<A>,
  b: Guard<B>,
  run: (a: A, b: B) => Result,
): Implementation {
  return (first: Value, second: Value) => (a(first) && b(second) ? run(first, second) : noSuchOverload);
}

export function ternary<A extends Value, B extends Value, C extends Value>(
  a: Guard<A>,
  b: Guard<B>,
  c: Guard<C>,
  run: (a: A, b: B, c: C) => Result,
): Implementation {
  return (first: Value, second: Value, third: Value) =>
    a(first) && b(second) && c(third) ? run(first, second, third) : noSuchOverload;
}

/** Returns an evaluation error with the message of a parser's error. */
export function evaluationErrorFor(error: unknown, context = ""): EvaluationError {
  if (!(error instanceof Error)) throw error;
  return new EvaluationError(`${context}${error.message}`);
}

/** Reports whether a parser succeeds, that is, does not throw an error. */
export function succeeds(parse: () => unknown): boolean {
  try {
    parse();
    return true;
  } catch {
    return false;
  }
}
