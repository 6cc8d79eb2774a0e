import { listOf } from "../values/collections.js";
import { equalItems, compare, isOrdered } from "../values/equality.js";
import { typeOfValue } from "../values/describe.js";
import { parseType } from "../types/type.js";
import { EvaluationError, ListValue, type Result, type Value } from "../values/value.js";
import { withoutImplementations, type Functions } from "./declaration.js";
import { sortInPlace } from "./go-sort.js";

const scalars = ["int", "uint", "double", "bool", "duration", "timestamp", "string", "bytes"].map(parseType);

/**
 * cel-go's extension for lists, version 3. operators.ts implements `flatten` and the functions that
 * sort.
 */
export const listExtensions: Functions = {
  ...withoutImplementations([
    "list_flatten = (list(list(T))).flatten(): list(T)",
    "list_flatten_int = (list(dyn)).flatten(int): list(dyn)",
    ...scalars.flatMap(({ kind, name }) => [
      `list_${name}_sortByAssociatedKeys = (list(T)).@sortByAssociatedKeys(list(${kind})): list(T)`,
      `list_${name}_sort = (list(${kind})).sort(): list(${kind})`,
    ]),
  ]),
  "list_distinct = (list(T)).distinct(): list(T)": distinct,
  "lists_range = lists.range(int): list(int)": range,
  "list_reverse = (list(T)).reverse(): list(T)": (items: ListValue) => listOf([...items].reverse()),
  "list_slice = (list(T)).slice(int, int): list(T)": slice,
};

/** Returns the items of a list in the order of their keys; an error for wrong keys. */
export function sortedBy(items: ListValue, keys: ListValue): Result {
  if (items.size !== keys.size)
    return new EvaluationError(
      `@sortByAssociatedKeys() expected a list of the same size as the associated keys list, but got ${String(items.size)} and ${String(keys.size)} elements respectively`,
    );
  if (items.size === 0) return items;
  const values: Value[] = [];
  for (const key of keys) {
    if (values.length === 0 && (key instanceof EvaluationError || !isOrdered(key)))
      return new EvaluationError("list elements must be comparable");
    if (key instanceof EvaluationError || typeOfValue(key).name !== typeOfValue(values[0] ?? key).name)
      return new EvaluationError("list elements must have the same type");
    values.push(key);
  }
  const indexes = values.map((_, index) => index);
  sortInPlace(indexes, (a, b) => compare(values[a] as Value, values[b] as Value) === -1);
  return listOf(indexes.map((index) => items.at(index)));
}

function slice(items: ListValue, start: bigint, end: bigint): Result {
  const size = items.size;
  const problem =
    start < 0n || end < 0n
      ? "negative indexes not supported"
      : start > end
        ? "start index must be less than or equal to end index"
        : end > size
          ? `list is length ${String(size)}`
          : "";
  if (problem !== "") return new EvaluationError(`cannot slice(${String(start)}, ${String(end)}), ${problem}`);
  return listOf([...items].slice(Number(start), Number(end)));
}

export function flattened(items: ListValue, depth = 1n): Result {
  if (depth < 0n) return new EvaluationError("level must be non-negative");
  return listOf(flat(items, depth));
}

function flat(items: ListValue, depth: bigint): readonly Result[] {
  if (depth === 0n) return [...items];
  return [...items].flatMap((item) => (item instanceof ListValue ? flat(item, depth - 1n) : [item]));
}

const longestRange = 1_000_000n;

function range(size: bigint): Result {
  if (size < 0n) return new EvaluationError(`lists.range: size must be non-negative, got ${String(size)}`);
  if (size > longestRange)
    return new EvaluationError(`lists.range: size ${String(size)} exceeds maximum allowed (${String(longestRange)})`);
  return listOf(Array.from({ length: Number(size) }, (_, index) => BigInt(index)));
}

function distinct(items: ListValue): Result {
  const found: Result[] = [];
  for (const item of items) if (!found.some((other) => equalItems(item, other) === true)) found.push(item);
  return listOf(found);
}
