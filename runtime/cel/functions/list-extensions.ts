import { listOf } from "../values/collections.js";
import { equalItems } from "../values/equality.js";
import { compare, isOrdered } from "../values/order.js";
import { typeOfValue } from "../values/describe.js";
import { EvaluationError, ListValue, type Implementations, type Result, type Value } from "../values/value.js";
import { sortInPlace } from "./go-sort.js";
import { binary, isIntValue, isListValue, ternary, unaryFunction } from "./signature.js";

const scalars = [
  ...["int", "uint", "double", "bool", "google.protobuf.Duration", "google.protobuf.Timestamp"],
  ...["string", "bytes"],
];

/** The functions of lists in cel-go's extensions. */
export const listExtensions: Implementations = {
  ...Object.fromEntries(
    scalars.flatMap((type) => [
      [`list_${type}_sort`, unaryFunction(isListValue, (items) => sortedBy(items, items))],
      [`list_${type}_sortByAssociatedKeys`, binary(isListValue, isListValue, sortedBy)],
    ]),
  ),
  list_slice: ternary(isListValue, isIntValue, isIntValue, slice),
  list_flatten: unaryFunction(isListValue, (items) => flattened(items, 1n)),
  list_flatten_int: binary(isListValue, isIntValue, flattened),
  lists_range: unaryFunction(isIntValue, range),
  list_reverse: unaryFunction(isListValue, (items) => listOf([...items].reverse())),
  list_distinct: unaryFunction(isListValue, distinct),
};

function sortedBy(items: ListValue, keys: ListValue): Result {
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

function flattened(items: ListValue, depth: bigint): Result {
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
