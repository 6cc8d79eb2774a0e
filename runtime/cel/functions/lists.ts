import { add } from "../values/arithmetic.js";
import { equalItems, noSuchOverload } from "../values/equality.js";
import { compare, isOrdered } from "../values/order.js";
import {
  EvaluationError,
  ListValue,
  type Implementation,
  type Implementations,
  type Result,
  type Value,
} from "../values/value.js";
import { CELDuration, CELUint } from "../values/classes.js";
import { isAnyValue, binary, isListValue, unaryFunction } from "./signature.js";

const scalars = ["int", "uint", "double", "bool", "duration", "timestamp", "string", "bytes"];

/** The functions of lists in Kubernetes' library. */
export const functionsOnLists: Implementations = {
  ...overloadsOf((type) => `list_${type}_is_sorted_bool`, unaryFunction(isListValue, isSorted)),
  ...overloadsOf(
    (type) => `list_${type}_min_${type}`,
    unaryFunction(isListValue, (items) => extreme(items, "min", 1)),
  ),
  ...overloadsOf(
    (type) => `list_${type}_max_${type}`,
    unaryFunction(isListValue, (items) => extreme(items, "max", -1)),
  ),
  list_int_sum_int: unaryFunction(isListValue, (items) => sum(items, 0n)),
  list_uint_sum_uint: unaryFunction(isListValue, (items) => sum(items, new CELUint(0n))),
  list_double_sum_double: unaryFunction(isListValue, (items) => sum(items, 0)),
  list_duration_sum_duration: unaryFunction(isListValue, (items) => sum(items, new CELDuration(0n))),
  list_a_index_of_int: binary(isListValue, isAnyValue, (items, value) => firstIndexOf(items, value)),
  list_a_last_index_of_int: binary(isListValue, isAnyValue, lastIndexOf),
  list_includes_dyn_dyn: binary(isAnyValue, isAnyValue, includes),
};

function overloadsOf(nameOf: (type: string) => string, implementation: Implementation): Implementations {
  return Object.fromEntries(scalars.map((type) => [nameOf(type), implementation]));
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
