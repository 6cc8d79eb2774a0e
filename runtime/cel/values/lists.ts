import { equalItems } from "./equality.js";
import { countStep } from "./steps.js";
import { EvaluationError, ListValue, type Result } from "./value.js";

/** A list that an expression created. */
export class ItemList extends ListValue {
  readonly items: readonly Result[];

  constructor(items: readonly Result[]) {
    super();
    this.items = items;
  }

  get size(): number {
    return this.items.length;
  }

  at(index: number): Result {
    countStep();
    return this.items[index] as Result;
  }
}

export function listOf(items: readonly Result[]): ListValue {
  return new ItemList(items);
}

/**
 * A list to which items are appended in place. As in cel-go, a macro collects its result in such a
 * list: if the initial value of a loop is an empty list, a growing list replaces it.
 */
export class GrowingList extends ItemList {
  declare readonly items: Result[];

  constructor() {
    super([]);
  }

  override plus(other: ListValue): Result {
    const { size } = other;
    for (let index = 0; index < size; index++) this.items.push(other.at(index));
    return this;
  }
}

/**
 * The concatenation of two lists. The items are not copied, because a short expression can create a
 * list that does not fit into memory.
 */
class JoinedList extends ListValue {
  readonly size: number;
  readonly #first: ListValue;
  readonly #second: ListValue;

  constructor(first: ListValue, second: ListValue) {
    super();
    this.#first = first;
    this.#second = second;
    this.size = first.size + second.size;
  }

  at(index: number): Result {
    return itemAt(this, index);
  }

  /**
   * Searches the first list, then the second, each with its own comparison. If neither list
   * contains the value, and one of the searches returns an error, returns this error.
   */
  override contains(value: Result): Result {
    const found = containsItem(this.#first, value);
    if (found === true) return true;
    const next = containsItem(this.#second, value);
    return next !== true && found instanceof EvaluationError ? found : next;
  }

  /**
   * Returns the list that contains an item of the concatenation, and the index of the item in that
   * list.
   */
  partAt(index: number): readonly [part: ListValue, index: number] {
    const { size } = this.#first;
    return index < size ? [this.#first, index] : [this.#second, index - size];
  }
}

/** Returns an item without recursion, because concatenations can be nested too deep for it. */
function itemAt(joinedList: ListValue, at: number): Result {
  let [list, index] = [joinedList, at];
  while (list instanceof JoinedList) [list, index] = list.partAt(index);
  return list.at(index);
}

/**
 * Reports whether a list has an item that is equal to a value. In a list that an expression
 * created, items that cannot be compared with the value differ from it. For a list with a schema,
 * returns an error if no item is equal, and an item cannot be compared with the value.
 */
export function containsItem(list: ListValue, value: Result): Result {
  const own = list.contains(value);
  if (own !== undefined) return own;
  const { size } = list;
  for (let index = 0; index < size; index++) if (equalItems(value, list.at(index)) === true) return true;
  return false;
}

/** Returns the items of the first list, followed by those of the second. */
export function joinLists(first: ListValue, second: ListValue): Result {
  const own = first.plus(second);
  if (own !== undefined) return own;
  if (first.size === 0) return second;
  return second.size === 0 ? first : new JoinedList(first, second);
}

/**
 * Returns the initial value of a loop's accumulator: a list that can grow for an empty list,
 * otherwise the value itself.
 */
export function asGrowing(value: Result): Result {
  return value instanceof ListValue && value.size === 0 ? new GrowingList() : value;
}

/**
 * Returns a list that no longer changes for a list that grew in a loop; otherwise the value itself.
 */
export function asFinal(value: Result): Result {
  return value instanceof GrowingList ? new ItemList(value.items) : value;
}
