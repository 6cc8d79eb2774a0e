/** @file Cost functions for printed code, which passes arguments directly instead of in arrays. */
import { countUTF8Bytes, countCharacters } from "../../util/text-length.js";
import { callCost, readCost, searchCosts } from "../evaluate/costs.js";
import { FormatValue } from "../functions/named-formats.js";
import type { Result, Value } from "../values/value.js";
import { fail } from "./guards.js";

/**
 * A string of at most this number of code units costs 1, whatever its number of characters is. An
 * empty string costs nothing.
 */
const shortest = 10;

export function textCost(text: string): number {
  return text.length <= shortest ? Math.sign(text.length) : readCost(countCharacters(text));
}

/** Returns the cost of reading the shorter one of two strings. */
export function shorterCost(a: string, b: string): number {
  const units = Math.min(a.length, b.length);
  return units <= shortest ? Math.sign(units) : readCost(Math.min(countCharacters(a), countCharacters(b)));
}

export function joinedCost(a: string, b: string): number {
  const units = a.length + b.length;
  return units <= shortest ? Math.sign(units) : readCost(countCharacters(a) + countCharacters(b));
}

export function containsCost(text: string, part: string): number {
  return textCost(text) * textCost(part);
}

/** Returns the factor by which a regular expression multiplies the cost of a search. */
export function patternCost(expression: string): number {
  return searchCosts.pattern(countCharacters(expression));
}

export function searchCost(text: string, pattern: number): number {
  return (text.length < shortest ? 1 : searchCosts.text(countCharacters(text))) * pattern;
}

/** Returns the factor by which a named format multiplies the cost of a validation. */
export function formatCost(format: Value): number {
  return searchCosts.pattern(format instanceof FormatValue ? format.patternLength : fail());
}

/** Returns the cost of reading a string as an item of a list. */
export function partCost(text: string): number {
  // A code unit has at most three bytes.
  return text.length * 3 < shortest ? 0 : searchCosts.part(countUTF8Bytes(text));
}

export const equalityCost: (a: Result, b: Result) => number = ofComparison("equals");
export const differenceCost: (a: Result, b: Result) => number = ofComparison("not_equals");

function ofComparison(overload: string): (a: Result, b: Result) => number {
  const cost = callCost("", overload);
  return (a, b) => (typeof cost === "number" ? cost : cost(false, a, b));
}

/** Returns the function that computes the cost of a call. */
export function costOf(name: string, overload: string): (values: readonly Result[], result: Result) => number {
  const cost = callCost(name, overload);
  return typeof cost === "number" ? () => cost : (values, result) => cost(result, ...values);
}
