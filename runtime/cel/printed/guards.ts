import { EvaluationError, type JSONInput, type Result, type Value } from "../values/value.js";
import { callLimit } from "../base/limits.js";

/** An object of JSON. */
export type JSONMap = Readonly<Record<string, unknown>>;

/** A printed expression cannot be evaluated for the given values. */
class Unusual extends Error {}

/** It has no stack trace of its own, which would take longer than most evaluations. */
const unusual = new Unusual("evaluated by closures");

export function fail(): never {
  throw unusual;
}

export function bool(value: JSONInput): boolean {
  return typeof value === "boolean" ? value : fail();
}

export function int(value: JSONInput): number {
  if (typeof value !== "number") fail();
  // Engines keep ints of 32 bits without a box.
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

/** Returns a value that is an object if it has the fields that are read. */
export function fields(value: JSONInput): JSONMap {
  return value as JSONMap;
}

export function list(value: JSONInput): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : fail();
}

/** Returns a value that is not an error. */
export function value(result: Result): Value {
  return result instanceof EvaluationError ? fail() : result;
}

/** Returns an int as a number. */
export function intOf(result: Result): number {
  return typeof result === "bigint" ? safe(Number(result)) : fail();
}

/** Returns the result of an operation with ints. */
export function safe(number: number): number {
  return Number.isSafeInteger(number) ? number : fail();
}

/** Returns a number that has an order. */
export function ordered(number: number): number {
  return Number.isNaN(number) ? fail() : number;
}

/** Returns the value of an optional. */
export function present<T>(optional: T | undefined): T {
  return optional === undefined ? fail() : optional;
}

/** Ends an evaluation whose cost exceeds the limit. */
export function within(cost: number): void {
  if (cost > callLimit) fail();
}

/** Reports whether a property is set. A value of a wrong type is unusual. */
export function has(raw: JSONInput, read: (raw: JSONInput) => unknown): boolean {
  if (raw === undefined || raw === null) return false;
  read(raw);
  return true;
}

/** Reports whether an entry of a map is set. */
export function hasEntry(raw: JSONInput, read: (raw: JSONInput) => unknown): boolean {
  if (raw === undefined) return false;
  read(raw);
  return true;
}

/** Returns the items of a list, which all have a type. */
export function listAs<T>(list: readonly unknown[], read: (raw: JSONInput) => T): readonly T[] {
  for (const item of list) read(item);
  return list as readonly T[];
}

/** Returns an item; undefined if there is none. */
export function itemOrNone<T>(list: readonly T[], index: number): T | undefined {
  return index >= 0 ? list[index] : undefined;
}

export function item<T>(list: readonly T[], index: number): T {
  return index >= 0 && index < list.length ? (list[index] as T) : fail();
}
