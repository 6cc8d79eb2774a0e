import { EvaluationError, type JSONInput, type Result, type Value } from "../values/value.js";
import { callLimit } from "../base/limits.js";

/** A JSON object. */
export type JSONMap = Readonly<Record<string, unknown>>;

/**
 * Thrown by printed code if only the evaluator can evaluate the expression for the given values.
 */
class Unusual extends Error {}

/**
 * The only instance of the error. Creating an error with a stack trace takes longer than most
 * evaluations.
 */
const unusual = new Unusual("compiled code cannot evaluate the expression for these values");

/** Throws the error that ends the compiled code: the evaluator evaluates the expression instead. */
export function fail(): never {
  throw unusual;
}

export function bool(value: JSONInput): boolean {
  return typeof value === "boolean" ? value : fail();
}

export function int(value: JSONInput): number {
  if (typeof value !== "number") fail();
  // Most ints have at most 32 bits. JavaScript engines store them without an extra object.
  const small = value | 0;
  return small === value ? small : safe(value);
}

export function double(value: JSONInput): number {
  return typeof value === "number" ? value : fail();
}

export function text(value: JSONInput): string {
  return typeof value === "string" ? value : fail();
}

export function object(value: JSONInput): JSONMap {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JSONMap) : fail();
}

/**
 * Returns a value as an object without a check: the fields that are read from it are checked
 * instead.
 */
export function fields(value: JSONInput): JSONMap {
  return value as JSONMap;
}

export function list(value: JSONInput): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : fail();
}

/** Returns a value of the evaluator. Fails for an error. */
export function value(result: Result): Value {
  return result instanceof EvaluationError ? fail() : result;
}

/** Returns an int of the evaluator as a number. Fails for other values. */
export function intOf(result: Result): number {
  return typeof result === "bigint" ? safe(Number(result)) : fail();
}

/** Returns the result of an operation with ints. Fails outside the safe range. */
export function safe(number: number): number {
  return Number.isSafeInteger(number) ? number : fail();
}

/** Returns a number. Fails for NaN, which has no order. */
export function ordered(number: number): number {
  return Number.isNaN(number) ? fail() : number;
}

/** Returns the value of an optional. Fails if there is none. */
export function present<T>(optional: T | undefined): T {
  return optional === undefined ? fail() : optional;
}

/** Fails if the cost exceeds the limit. */
export function within(cost: number): void {
  if (cost > callLimit) fail();
}

/** Reports whether a property is set. Fails for a value of a wrong type. */
export function has(raw: JSONInput, read: (raw: JSONInput) => unknown): boolean {
  if (raw === undefined || raw === null) return false;
  read(raw);
  return true;
}

/** Reports whether an entry of a map is set. Fails for a value of a wrong type. */
export function hasEntry(raw: JSONInput, read: (raw: JSONInput) => unknown): boolean {
  if (raw === undefined) return false;
  read(raw);
  return true;
}

/** Returns the items of a list. Fails for an item of a wrong type. */
export function listAs<T>(list: readonly unknown[], read: (raw: JSONInput) => T): readonly T[] {
  for (const item of list) read(item);
  return list as readonly T[];
}

/** Returns an item; undefined if the list has no such index. */
export function itemOrNone<T>(list: readonly T[], index: number): T | undefined {
  return index >= 0 ? list[index] : undefined;
}

export function item<T>(list: readonly T[], index: number): T {
  return index >= 0 && index < list.length ? (list[index] as T) : fail();
}
