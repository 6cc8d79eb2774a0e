import { getOwn } from "../../json/values.js";
import { environmentOf, implementationOf } from "../environment/environment.js";
import { callOf } from "../evaluate/calls.js";
import { equal } from "../values/equality.js";
import { find, selectPart as selected } from "../evaluate/qualify.js";
import { EvaluationError, ListValue, type Implementation, type Value } from "../values/value.js";
import { FormatValue } from "../functions/named-formats.js";
import { CELOptional } from "../values/classes.js";
import { fail, value, type JSONMap } from "./guards.js";

/** Returns an own property of an object; undefined if there is none. */
export function own(object: JSONMap, name: string): unknown {
  return getOwn(object, name);
}

export function quotient(a: number, b: number): number {
  return b === 0 ? fail() : (a - (a % b)) / b;
}

export function rest(a: number, b: number): number {
  return b === 0 ? fail() : a % b;
}

export function equals(a: Value, b: Value): boolean {
  const isEqual = equal(a, b);
  return typeof isEqual === "boolean" ? isEqual : fail();
}

/** Reports whether two values differ. Values that cannot be compared differ. */
export function differs(a: Value, b: Value): boolean {
  return equal(a, b) !== true;
}

/** Returns the problems of a string with a named format; undefined if there are none. */
export function problems(format: Value, text: string): Value | undefined {
  return format instanceof FormatValue ? format.problemsOf(text) : fail();
}

export function optional(of: Value | undefined): CELOptional<Value> {
  return new CELOptional(of);
}

/**
 * Returns a field or an item of a value. Fails if the value does not have it. Also fails for an
 * optional, because reading a field of an optional has a different cost.
 */
export function select(container: Value, key: Value): Value {
  return container instanceof CELOptional ? fail() : value(selected(container, key));
}

/** Reports whether a value has a field or an item. Fails for an optional, and for a wrong key. */
export function hasPart(container: Value, key: Value): boolean {
  if (container instanceof CELOptional) fail();
  const found = find(container, key);
  return found instanceof EvaluationError ? fail() : found !== undefined;
}

/** Returns the items of a `ListValue`. Calls `fail` for any other value. */
export function* itemsOf(list: Value): Generator<Value> {
  if (!(list instanceof ListValue)) fail();
  for (let index = 0; index < list.size; index++) yield value(list.at(index));
}

/**
 * Returns the implementation of a function.
 *
 * @param count the number of arguments
 * @param pattern the second argument of a search, if it is a constant
 */
export function call(name: string, overload: string, count: number, pattern?: string): Implementation {
  return callOf(name, overload === "" ? [] : [overload], count, pattern, environmentOf()).run;
}

/**
 * Returns the implementation of an overload, for arguments that are known to have the right types.
 */
export function typedCall(overload: string): Implementation {
  return implementationOf(overload) ?? fail();
}
