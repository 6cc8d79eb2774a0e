import type { SortedList } from "../shared/sorted-list.js";
import type { KeyValue } from "../storage.js";

/**
 * So many paged lists can be under way at different revisions before the oldest one's next page is
 * read from the store.
 */
const maximum = 32;

/**
 * The states that somebody is paging through: further pages are served from what the first one saw.
 */
export class Pages {
  readonly #states = new Map<number, SortedList<KeyValue>>();

  get(revision: number): SortedList<KeyValue> | undefined {
    return this.#states.get(revision);
  }

  /** A page was served and others remain. */
  keep(revision: number, items: SortedList<KeyValue>): void {
    if (this.#states.has(revision)) return;
    this.#states.set(revision, items.snapshot());
    const oldest = this.#states.keys().next();
    if (this.#states.size > maximum && oldest.done !== true) this.#states.delete(oldest.value);
  }

  /** Drops the states below a revision. */
  forget(revision: number): void {
    for (const each of this.#states.keys()) if (each < revision) this.#states.delete(each);
  }
}
