import { add } from "../values/arithmetic.js";
import { equalItems, noSuchOverload, compare, isOrdered } from "../values/equality.js";
import { EvaluationError, ListValue, type Result, type Value } from "../values/value.js";
import { CELDuration, CELUint } from "../values/classes.js";
import type { Functions } from "./declaration.js";

const scalars = ["int", "uint", "double", "bool", "duration", "timestamp", "string", "bytes"];
const zeros: Readonly<Record<string, Value>> = {
  int: 0n,
  uint: new CELUint(0n),
  double: 0,
  duration: new CELDuration(0n),
};

/** Kubernetes' library for lists, version 0. */
export const listFunctions: Functions = {
  "list_a_index_of_int = (list(A)).indexOf(A): int": firstIndexOf,
  ...ofScalars((type) => `list_${type}_is_sorted_bool = (list(${type})).isSorted(): bool`, isSorted),
  "list_a_last_index_of_int = (list(A)).lastIndexOf(A): int": lastIndexOf,
  ...ofScalars(
    (type) => `list_${type}_max_${type} = (list(${type})).max(): ${type}`,
    (items: ListValue) => extreme(items, "max", -1),
  ),
  ...ofScalars(
    (type) => `list_${type}_min_${type} = (list(${type})).min(): ${type}`,
    (items: ListValue) => extreme(items, "min", 1),
  ),
  ...Object.fromEntries(
    Object.entries(zeros).map(([type, zero]) => [
      `list_${type}_sum_${type} = (list(${type})).sum(): ${type}`,
      (items: ListValue) => sum(items, zero),
    ]),
  ),
};

/** The functions that version 1 of the library for lists adds. */
export const includesFunction: Functions = { "list_includes_dyn_dyn = (dyn).includes(dyn): bool": includes };

function ofScalars(declarationFor: (type: string) => string, run: (items: ListValue) => Result): Functions {
  return Object.fromEntries(scalars.map((type) => [declarationFor(type), run]));
}

/** Returns the error for an item of a wrong type. */
function refused(item: Result): EvaluationError {
  return item instanceof EvaluationError ? item : noSuchOverload;
}

/**
 * Reports whether no item is greater than the next one. Values that cannot be compared, such as
 * NaN, never count as greater. Returns an error for an item of a type without an order.
 */
function isSorted(items: ListValue): Result {
  let last: Value | undefined;
  for (const item of items) {
    if (item instanceof EvaluationError || !isOrdered(item)) return refused(item);
    if (last !== undefined && compare(last, item) === 1) return false;
    last = item;
  }
  return true;
}

/**
 * Returns the least or the greatest item; an error if the list is empty or has items that cannot be
 * compared.
 *
 * @param order 1 for the least item, -1 for the greatest. A later item replaces the item that was
 *   found before if comparing the found item with the later item has this result
 */
function extreme(items: ListValue, name: string, order: -1 | 1): Result {
  let found: Value | undefined;
  for (const item of items) {
    if (item instanceof EvaluationError || !isOrdered(item)) return refused(item);
    if (found === undefined || compare(found, item) === order) found = item;
  }
  return found ?? new EvaluationError(`${name} called on empty list`);
}

function sum(items: ListValue, zero: Value): Result {
  let total: Result = zero;
  for (const item of items) {
    total = item instanceof EvaluationError ? item : add(total, item);
    if (total instanceof EvaluationError) return total;
  }
  return total;
}

function firstIndexOf(items: ListValue, value: Value): bigint {
  for (let index = 0; index < items.size; index++)
    if (equalItems(items.at(index), value) === true) return BigInt(index);
  return -1n;
}

function lastIndexOf(items: ListValue, value: Value): bigint {
  for (let index = items.size - 1; index >= 0; index--)
    if (equalItems(items.at(index), value) === true) return BigInt(index);
  return -1n;
}

function includes(target: Value, value: Value): boolean {
  return target instanceof ListValue ? firstIndexOf(target, value) >= 0n : equalItems(target, value) === true;
}
