import type { KeyValue } from "../storage.js";

/** Maximum number of writes whose events have not arrived. */
const maximum = 1000;

/**
 * The items that writes of this process have returned, until their events arrive. The cache then
 * stores the returned object instead of the event's copy, so that results that are cached for the
 * object can be found. Only the events of a remote store arrive later than the result of the write.
 */
export class OwnWrites {
  readonly #items = new Map<string, KeyValue>();

  add(item: KeyValue): void {
    const { key } = item;
    this.#items.delete(key);
    this.#items.set(key, item);
    if (this.#items.size <= maximum) return;
    for (const oldest of this.#items.keys()) {
      this.#items.delete(oldest);
      return;
    }
  }

  /** Returns the object of this process for an item of an event. */
  replace(item: KeyValue): KeyValue {
    const own = this.#items.get(item.key);
    if (own === undefined || own.revision > item.revision) return item;
    this.#items.delete(item.key);
    return own.revision === item.revision ? own : item;
  }
}
