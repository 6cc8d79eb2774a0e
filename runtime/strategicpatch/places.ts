import { isObject, getOwn } from "../json/values.js";
import type { JSONValue } from "../values/types.js";
import { StrategicMergePatchError } from "./errors.js";

/**
 * Finds the index of list items by the value of their merge key, in constant time. In a list
 * without a merge key, items are found by their complete value.
 */
export class Places {
  readonly #mergeKey: string;
  readonly #first = new Map<JSONValue | undefined, number>();
  /**
   * Index of the first item that is not a map; Infinity if all items are maps or no merge key
   * exists.
   */
  #noMap = Infinity;
  #size = 0;

  constructor(list: readonly JSONValue[], mergeKey: string) {
    this.#mergeKey = mergeKey;
    for (const item of list) this.add(item);
  }

  /** Adds an item at the end of the list. */
  add(item: JSONValue): void {
    const index = this.#size++;
    if (this.#mergeKey !== "" && !isObject(item)) this.#noMap = Math.min(this.#noMap, index);
    const known = this.#identity(item);
    if (!this.#first.has(known)) this.#first.set(known, index);
  }

  /**
   * Returns the index of the first item with the same value of the merge key, or, without a merge
   * key, the first item with the same complete value; -1 if the list has none.
   */
  indexOf(item: JSONValue): number {
    return this.#first.get(this.#identity(item)) ?? -1;
  }

  /**
   * Returns the index of the first item with this value of the merge key; -1 if the list has none.
   * @throws StrategicMergePatchError if an earlier item is not a map
   */
  find(key: JSONValue): number {
    const index = this.#first.get(key) ?? -1;
    if (this.#noMap < (index < 0 ? Infinity : index))
      throw new StrategicMergePatchError(`value for key ${this.#noMap} is not a map`);
    return index;
  }

  #identity(item: JSONValue): JSONValue | undefined {
    if (this.#mergeKey === "") return item;
    return isObject(item) ? getOwn(item, this.#mergeKey) : undefined;
  }
}
