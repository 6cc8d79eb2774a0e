import { getOwn } from "../../values.js";
import { environmentOf } from "../environment.js";
import { callOf } from "../evaluate/calls.js";
import { equal } from "../evaluate/equality.js";
import { compareStrings } from "../evaluate/order.js";
import type { Plan } from "../evaluate/plan.js";
import { find, select as selected } from "../evaluate/qualify.js";
import { implementations } from "../evaluate/registry.js";
import { EvaluationError, ListValue, type Implementation, type Value } from "../evaluate/value.js";
import { CELOptional } from "../values.js";
import { fail, safe, value, type JSONMap } from "./guards.js";

/** Returns an own property of an object. */
export function own(object: JSONMap, name: string): unknown {
  return getOwn(object, name);
}

export function quotient(a: number, b: number): number {
  return b === 0 ? fail() : (a - (a % b)) / b;
}

export function rest(a: number, b: number): number {
  return b === 0 ? fail() : a % b;
}

export function sum(numbers: readonly number[]): number {
  let total = 0;
  for (const number of numbers) total = safe(total + number);
  return total;
}

export function isSorted(numbers: readonly number[]): boolean {
  for (let index = 1; index < numbers.length; index++)
    if ((numbers[index - 1] as number) > (numbers[index] as number)) return false;
  return true;
}

export function isSortedTexts(texts: readonly string[]): boolean {
  for (let index = 1; index < texts.length; index++)
    if (compareStrings(texts[index - 1] as string, texts[index] as string) > 0) return false;
  return true;
}

export function equals(a: Value, b: Value): boolean {
  const isEqual = equal(a, b);
  return typeof isEqual === "boolean" ? isEqual : fail();
}

/** Values that cannot be compared differ. */
export function differs(a: Value, b: Value): boolean {
  return equal(a, b) !== true;
}

export function optional(of: Value | undefined): CELOptional<Value> {
  return new CELOptional(of);
}

/** Returns a part of a value. A part of an optional has another cost. */
export function select(container: Value, key: Value): Value {
  return container instanceof CELOptional ? fail() : value(selected(container, key));
}

/** Reports whether a value has a part. */
export function hasPart(container: Value, key: Value): boolean {
  if (container instanceof CELOptional) fail();
  const found = find(container, key);
  return found instanceof EvaluationError ? fail() : found !== undefined;
}

/** Returns the items of a computed list. */
export function* itemsOf(list: Value): Generator<Value> {
  if (!(list instanceof ListValue)) fail();
  for (let index = 0; index < list.size; index++) yield value(list.at(index));
}

const noPlan: Plan = { kind: "constant", value: null };

/**
 * Returns the function of a call.
 *
 * @param count the number of arguments
 * @param pattern the second argument of a search, if it is a constant
 */
export function call(name: string, overload: string, count: number, pattern?: string): Implementation {
  const plans = Array.from({ length: count }, () => noPlan);
  if (pattern !== undefined) plans[1] = { kind: "constant", value: pattern };
  return callOf(name, overload === "" ? [] : [overload], plans, environmentOf()).run;
}

/** Returns the function of a call whose arguments have the types of an overload. */
export function typedCall(overload: string): Implementation {
  return implementations.get(overload) ?? fail();
}
