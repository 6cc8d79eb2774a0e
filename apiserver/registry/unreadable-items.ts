import type { Qualified } from "../errors/index.js";
import type { KeyValue } from "../storage/index.js";
import { UnreadableObjectError, newStoreReadError } from "./unreadable-object.js";

/** Number of unreadable objects at which a list fails without reading further items. */
const most = 100;

/**
 * Collects the unreadable objects of a list. As in Go, the list then fails with an error that names
 * all of them.
 */
export class UnreadableItems {
  readonly #resource: Qualified;
  readonly #found: UnreadableObjectError[] = [];

  constructor(resource: Qualified) {
    this.#resource = resource;
  }

  /**
   * Decodes an item. Returns undefined if the item is unreadable.
   * @throws StatusError if too many items are unreadable
   */
  decoded<T>(item: KeyValue, decode: (item: KeyValue) => T): T | undefined {
    try {
      return decode(item);
    } catch (error) {
      if (!(error instanceof UnreadableObjectError)) throw error;
      this.#found.push(error);
      if (this.#found.length >= most) throw newStoreReadError(this.#resource, this.#found, true);
      return undefined;
    }
  }

  /**
   * Checks that all items were readable.
   * @throws StatusError with the keys of the unreadable items
   */
  check(): void {
    if (this.#found.length > 0) throw newStoreReadError(this.#resource, this.#found, false);
  }
}
