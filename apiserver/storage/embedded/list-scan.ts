import type { KeyValue, StoredListOptions } from "../storage.js";
import type { Database } from "./database.js";
import type { StoredWrite } from "./record.js";
import type { StoredHistory } from "./stored-history.js";

export interface ListScanOptions extends Pick<StoredListOptions, "limit" | "startKey"> {
  readonly database: Database;
  readonly history: StoredHistory;
  readonly prefix: string;
  readonly revision: number;
  /**
   * True to count the items after the page, which has `limit` items. Otherwise the scan ends at the
   * first item after the page.
   */
  readonly counts: boolean;
}

/**
 * Reads a list at one revision in several parts. Writes between the parts do not change the result.
 */
export class ListScan {
  readonly items: KeyValue[] = [];
  readonly #options: ListScanOptions;
  readonly #limit: number;
  #start: string;
  /**
   * Search for the value of a key at the revision; undefined between two keys. `write` is the next
   * write to examine.
   */
  #search: { readonly key: string; readonly write: StoredWrite | undefined } | undefined;
  #behind = 0;

  constructor(options: ListScanOptions) {
    this.#options = options;
    this.#limit = options.limit ?? 0;
    this.#start = options.startKey ?? "";
  }

  /** Number of items after the page; undefined if such items exist but are not counted. */
  get remaining(): number | undefined {
    return this.#options.counts || this.#behind === 0 ? this.#behind : undefined;
  }

  /**
   * Reads the next part of the list. Returns true if the list is complete, and false if the part
   * ended because `isOver` returned true.
   */
  read(isOver: () => boolean): boolean {
    const { database, history, prefix, revision } = this.#options;
    if (this.#search !== undefined && !this.#find(isOver)) return false;
    for (const [key, state] of database.keysFrom(prefix, this.#start)) {
      if (this.#isComplete()) return true;
      this.#start = `${key}\0`;
      if (this.#isFull() && state.revision <= revision) {
        if (!state.deleted) this.#behind++;
      } else {
        this.#search = { key, write: history.newest(key, state, revision) };
        if (!this.#find(isOver)) return false;
      }
      if (isOver()) return false;
    }
    return true;
  }

  /**
   * Goes back through the writes of a key to its value at the revision. Returns true if the search
   * is complete, and false if the part ended because `isOver` returned true.
   */
  #find(isOver: () => boolean): boolean {
    const { history, revision } = this.#options;
    for (;;) {
      const { key, write } = this.#search as { readonly key: string; readonly write: StoredWrite | undefined };
      if (write === undefined || write.revision <= revision) {
        this.#search = undefined;
        if (write?.current !== undefined) this.#add(write.current);
        return true;
      }
      this.#search = { key, write: history.before(write, revision) };
      if (isOver()) return false;
    }
  }

  #add(item: KeyValue): void {
    if (this.#isFull()) this.#behind++;
    else this.items.push(item);
  }

  #isFull(): boolean {
    return this.#limit > 0 && this.items.length === this.#limit;
  }

  #isComplete(): boolean {
    return !this.#options.counts && this.#behind > 0;
  }
}
