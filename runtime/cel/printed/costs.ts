/** @file The costs of calls without arrays of their arguments. */
import { callCost, equalityCost as ofEquality, readCost, searchCosts } from "../evaluate/costs.js";
import { codePoints, utf8Length } from "../evaluate/sizes.js";
import type { Result } from "../evaluate/value.js";

/** A string of so many code units costs 1, however many characters it has; an empty one nothing. */
const shortest = 10;

export function textCost(text: string): number {
  return text.length <= shortest ? Math.sign(text.length) : readCost(codePoints(text));
}

/** Returns the cost of reading the shorter one of two strings. */
export function shorterCost(a: string, b: string): number {
  const units = Math.min(a.length, b.length);
  return units <= shortest ? Math.sign(units) : readCost(Math.min(codePoints(a), codePoints(b)));
}

export function joinedCost(a: string, b: string): number {
  const units = a.length + b.length;
  return units <= shortest ? Math.sign(units) : readCost(codePoints(a) + codePoints(b));
}

export function containsCost(text: string, part: string): number {
  return textCost(text) * textCost(part);
}

/** Returns the factor of the cost of a search by a regular expression. */
export function patternCost(expression: string): number {
  return searchCosts.pattern(codePoints(expression));
}

export function searchCost(text: string, pattern: number): number {
  return (text.length < shortest ? 1 : searchCosts.text(codePoints(text))) * pattern;
}

/** Returns the cost of reading all strings of a list. */
export function textsCost(texts: readonly string[]): number {
  let cost = 0;
  // A code unit has at most three bytes.
  for (const text of texts) if (text.length * 3 >= shortest) cost += searchCosts.part(utf8Length(text));
  return cost;
}

export const equalityCost: (a: Result, b: Result) => number = ofEquality(false);
export const differenceCost: (a: Result, b: Result) => number = ofEquality(true);

/** Returns the function that computes the cost of a call. */
export function costOf(name: string, overload: string): (values: readonly Result[], result: Result) => number {
  const cost = callCost(name, overload);
  return typeof cost === "number" ? () => cost : cost;
}
