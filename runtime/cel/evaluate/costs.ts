/** @file The costs of calls, as cel-go and Kubernetes count them. */
import { countUTF8Bytes } from "../../util/text-length.js";
import { CELBytes } from "../values/classes.js";
import { goTypeOfResult, typeOfValue } from "../values/describe.js";
import { Panic } from "../base/ended.js";
import { authorizationCost, characterCost, makingCosts, patternCharacterCost } from "../base/prices.js";
import { FormatValue } from "../functions/named-formats.js";
import { innerSize, valueSize } from "../values/sizes.js";
import { EvaluationError, ListValue, MapValue, OpaqueValue, type Result } from "../values/value.js";

/** Returns the cost of a call from its result and the values of its arguments. */
type Cost = (result: Result, ...values: readonly Result[]) => number;

/** Returns the cost of reading a value of a size. */
export function readCost(size: number, factor = 1): number {
  return Math.ceil(size * factor * characterCost);
}

function first(factor = 1): Cost {
  return (_, value = null) => readCost(valueSize(value), factor);
}

/**
 * Cost functions for strings. Printed code also calls them. A search with a regular expression
 * costs `text(size) * pattern(length)`, where `size` is the number of code points of the string,
 * and `length` the length of the expression. `part` is the cost of reading a string in a list.
 */
export const searchCosts = {
  text: (size: number): number => Math.ceil((1 + size) * characterCost),
  pattern: (size: number): number => Math.ceil(size * patternCharacterCost),
  part: (bytes: number): number => Math.trunc(bytes * characterCost),
};

function search(text: number, regularExpression: number): number {
  return searchCosts.text(text) * searchCosts.pattern(regularExpression);
}

/** Returns the cost of reading all parts of a value. */
function traversal(value: Result): number {
  if (typeof value === "string") return Math.trunc(countUTF8Bytes(value) * characterCost);
  if (value instanceof CELBytes) return Math.trunc(value.value.length * characterCost);
  let cost = 0;
  if (value instanceof ListValue) {
    for (let index = 0; index < value.size; index++) cost += traversal(value.at(index));
    return cost;
  }
  if (!(value instanceof MapValue)) return 1;
  for (const key of value.keys()) cost += traversal(key) + traversal(value.get(key) ?? null);
  return cost;
}

function group(cost: Cost | number, names: string): readonly (readonly [string, Cost | number])[] {
  return names.split(" ").map((name) => [name, cost] as const);
}

/** Returns the cost of a function that returns a new list. */
function newList(size: number, factor = 1): number {
  return Math.trunc(size * (factor < 0 ? 1 : factor)) + 1 + makingCosts.list;
}

/**
 * Returns the cost of parsing a field or label selector, which has at most half as many
 * requirements as characters.
 */
const selector: Cost = (_result, _first, text = null) => {
  const size = valueSize(text);
  return 10 + readCost(size) + Math.ceil(Math.ceil(size * 0.5) * 50);
};

const selfComparison =
  (index: number): Cost =>
  (_, ...values) => {
    const list = values[index] ?? null;
    if (!(list instanceof ListValue))
      throw new Panic(`${conversion(list)} is not traits.Lister: missing method ${missingMethod(list)}`);
    const item = list.size === 0 ? null : list.at(0);
    return newList(list.size * list.size, typeof item === "string" || item instanceof CELBytes ? 2.1 : 2);
  };

const flattened: Cost = (_, list = null, depth = 1n) => {
  if (typeof depth === "bigint") return newList(valueSize(list), Number(depth));
  throw new Panic(`interface conversion: ref.Val is ${typeInGo(depth)}, not types.Int`);
};

function typeInGo(value: Result): string {
  return value instanceof EvaluationError ? "*types.Err" : goTypeOfResult(value);
}

/** Returns the name of the first method of Go's list interface that the type of a value lacks. */
function missingMethod(value: Result): string {
  const isAdded = !(value instanceof EvaluationError) && added.includes(typeOfValue(value).kind);
  return isAdded ? "Contains" : "Add";
}

const added: readonly string[] = ["int", "uint", "double", "string", "bytes", "duration", "timestamp"];

/**
 * Returns the beginning of Go's message for a value with a wrong type. In cel-go, computing the
 * cost of a call panics if an argument is an error or has an unexpected type.
 */
function conversion(value: Result): string {
  return `interface conversion: ${typeInGo(value)}`;
}

const comparedSets =
  (factor: number): Cost =>
  (_, a = null, b = null) =>
    1 + Math.trunc(valueSize(a) * valueSize(b) * factor);

const types = "int uint double bool google.protobuf.Duration google.protobuf.Timestamp string bytes".split(" ");

const validated: Cost = (_, format = null, text = null) =>
  format instanceof FormatValue ? search(valueSize(text), format.patternLength) : 1;

/** Kubernetes' functions that cost as much as reading their first argument once. */
export const readingFunctions: readonly string[] =
  "url lowerAscii upperAscii substring trim cidr isIP isCIDR quantity isQuantity semver isSemver".split(" ");

/**
 * The costs of functions by the identifiers of overloads, or by the names of functions for
 * overloads that are not listed.
 */
const costs: ReadonlyMap<string, Cost | number> = new Map([
  ...group((result) => newList(valueSize(result)), "list_slice lists_range list_reverse"),
  ...group(flattened, "list_flatten list_flatten_int"),
  ...group(selfComparison(0), `list_distinct ${types.map((type) => `list_${type}_sort`).join(" ")}`),
  ...group(selfComparison(1), types.map((type) => `list_${type}_sortByAssociatedKeys`).join(" ")),
  ...group(comparedSets(1), "list_sets_contains_list list_sets_intersects_list"),
  ...group(comparedSets(2), "list_sets_equivalent_list"),
  ...group((_, value = null) => traversal(value), "isSorted sum max min indexOf lastIndexOf includes"),
  ...group(first(), readingFunctions.join(" ")),
  ...group(first(), "string_to_ip"),
  ...group(first(2), "replace split ip.isCanonical"),
  ...group((result) => readCost(valueSize(result), 2), "join"),
  ...group((_, text = null, pattern = null) => search(valueSize(text), valueSize(pattern)), "find findAll"),
  ...group(validated, "validate"),
  ...group(authorizationCost, "check"),
  ...group(selector, "fieldSelector labelSelector"),
  ...group((_, range = null) => networkCost(range), "containsIP"),
  ...group((_, range = null, text = null) => networkCost(range) + readCost(valueSize(text)), "cidr_contains_ip_string"),
  ...group((_, range = null) => networkCost(range) + readCost(valueSize(range)) + 1, "containsCIDR"),
  ...group(
    (_, range = null, text = null) => networkCost(range) + readCost(valueSize(range)) + 1 + readCost(valueSize(text)),
    "cidr_contains_cidr_string",
  ),
  ...group((_, a = null, b = null) => equality(a, b, false), "equals"),
  ...group((_, a = null, b = null) => equality(a, b, true), "not_equals"),
  ...group((_result, _first, part = null) => readCost(innerSize(part)), "starts_with_string ends_with_string"),
  ...group(
    (_, text = null) => readCost(innerSize(text)),
    "string_to_bytes bytes_to_string strings_quote string_format",
  ),
  ...group((_result, _first, list = null) => innerSize(list), "in_list"),
  ...group(
    (_, a = null, b = null) => readCost(Math.min(innerSize(a), innerSize(b))),
    ["less", "greater", "less_equals", "greater_equals"]
      .flatMap((name) => [`${name}_string`, `${name}_bytes`])
      .join(" "),
  ),
  ...group((_, a = null, b = null) => readCost(innerSize(a) + innerSize(b)), "add_string add_bytes"),
  ...group((_, text = null, pattern = null) => search(innerSize(text), innerSize(pattern)), "matches matches_string"),
  ...group((_, text = null, part = null) => readCost(innerSize(text)) * readCost(innerSize(part)), "contains_string"),
]);

/** Returns the cost of `==` or `!=`. `==` costs 1 if the first value is of a Kubernetes library. */
function equality(a: Result, b: Result, isNegated: boolean): number {
  const isScalar = typeof a === "bigint" || typeof a === "boolean" || typeof a === "number";
  // Scalars of the same type cost 1. Otherwise, the smaller size counts, so that a comparison with
  // an empty string or list has no cost.
  if (isScalar && typeof a === typeof b) return 1;
  if (!isNegated && a instanceof OpaqueValue) return 1;
  return readCost(Math.min(innerSize(a), innerSize(b)));
}

/** Returns the cost of a search in a network for an address. */
function networkCost(network: Result): number {
  return readCost(2 * valueSize(network));
}

/**
 * Returns the cost of a call, or the function that computes the cost, without the cost of the
 * arguments. An argument that is an error has the size 1.
 */
export function callCost(name: string, overload: string): Cost | number {
  return costs.get(overload) ?? costs.get(name) ?? 1;
}
