import type { SortedList } from "../shared/sorted-list.js";
import type { KeyValue } from "../storage.js";

/**
 * Maximum number of states in memory for paged lists. The later pages of other lists are read from
 * the store.
 */
const maximum = 32;

/** States of paged lists. Later pages of a list show the same state as its first page. */
export class Pages {
  readonly #states = new Map<number, SortedList<KeyValue>>();

  get(revision: number): SortedList<KeyValue> | undefined {
    return this.#states.get(revision);
  }

  /** Stores the state of a list that has further pages. */
  keep(revision: number, items: SortedList<KeyValue>): void {
    if (this.#states.has(revision)) return;
    this.#states.set(revision, items.snapshot());
    const oldest = this.#states.keys().next();
    if (this.#states.size > maximum && oldest.done !== true) this.#states.delete(oldest.value);
  }

  /** Removes all states whose revision is below a revision. */
  forget(revision: number): void {
    for (const each of this.#states.keys()) if (each < revision) this.#states.delete(each);
  }
}
