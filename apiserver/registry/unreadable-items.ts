import type { Qualified } from "../errors/index.js";
import type { KeyValue } from "../storage/index.js";
import { UnreadableObjectError, newStoreReadError } from "./unreadable-object.js";

/** How many unreadable objects one response names. */
const most = 100;

/** The objects of a list that can't be read: the list fails with all of them, as Go's does. */
export class UnreadableItems {
  readonly #resource: Qualified;
  readonly #found: UnreadableObjectError[] = [];

  constructor(resource: Qualified) {
    this.#resource = resource;
  }

  /**
   * Returns undefined for an item that can't be read. @throws StatusError when there are too many
   * of them
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

  /** @throws StatusError if there were any */
  check(): void {
    if (this.#found.length > 0) throw newStoreReadError(this.#resource, this.#found, false);
  }
}
