import type { JSONValue } from "../types.js";
import { StrategicMergePatchError } from "./errors.js";
import { isMap, own } from "./json-map.js";

/**
 * Where the items of a list are, by what they are known by: their merge key's value, or themselves.
 * Asked as often as there are items, so it does not search.
 */
export class Places {
  readonly #mergeKey: string;
  readonly #first = new Map<JSONValue | undefined, number>();
  /** The first item that is no map, though there is a key. */
  #noMap = Infinity;
  #size = 0;

  constructor(list: readonly JSONValue[], mergeKey: string) {
    this.#mergeKey = mergeKey;
    for (const item of list) this.add(item);
  }

  /** Behind the last item. */
  add(item: JSONValue): void {
    const index = this.#size++;
    if (this.#mergeKey !== "" && !isMap(item)) this.#noMap = Math.min(this.#noMap, index);
    const known = this.#identity(item);
    if (!this.#first.has(known)) this.#first.set(known, index);
  }

  /** The place of the first item that is known by the same; -1 where there is none. */
  indexOf(item: JSONValue): number {
    return this.#first.get(this.#identity(item)) ?? -1;
  }

  /**
   * The place of the first item with this key; -1 where there is none. @throws
   * StrategicMergePatchError where an item before it is no map
   */
  find(key: JSONValue): number {
    const index = this.#first.get(key) ?? -1;
    if (this.#noMap < (index < 0 ? Infinity : index))
      throw new StrategicMergePatchError(`value for key ${this.#noMap} is not a map`);
    return index;
  }

  #identity(item: JSONValue): JSONValue | undefined {
    if (this.#mergeKey === "") return item;
    return isMap(item) ? own(item, this.#mergeKey) : undefined;
  }
}
