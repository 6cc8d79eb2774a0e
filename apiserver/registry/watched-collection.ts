import type { KeyValue, StorageEvent } from "../storage/index.js";
import type { APIObject } from "../request/api-object.js";
import type { ObjectCodec } from "./object-codec.js";
import { UnreadableObjectError, newCorruptDeletion } from "./unreadable-object.js";

/** Change of a selected object, as clients of a watch get it. */
export interface ObjectEvent {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly object: APIObject;
}

/**
 * Changes in the order of their revisions. `failure` is the error of the next change if that change
 * cannot be read; otherwise it is absent.
 */
export interface ObjectEvents {
  readonly events: readonly ObjectEvent[];
  readonly failure?: unknown;
}

/** Converts changes of the store to changes of the selected objects of a resource. */
export class WatchedCollection {
  /** Reports whether an object is selected; undefined if all objects are selected. */
  readonly selects: ((object: APIObject) => boolean) | undefined;
  readonly #codec: ObjectCodec;
  /** Results of `eventsOf` by its argument. All watches of the collection share them. */
  readonly #known = new WeakMap<readonly StorageEvent[], ObjectEvents>();

  constructor(codec: ObjectCodec, selects: ((object: APIObject) => boolean) | undefined) {
    this.#codec = codec;
    this.selects = selects;
  }

  /**
   * Returns the changes for clients. If an object starts to match the selectors, it is reported as
   * added. If it no longer matches, it is reported as deleted. For the same argument, the same
   * object is returned.
   */
  eventsOf(changes: readonly StorageEvent[]): ObjectEvents {
    let events = this.#known.get(changes);
    if (events === undefined) this.#known.set(changes, (events = this.#read(changes)));
    return events;
  }

  #read(changes: readonly StorageEvent[]): ObjectEvents {
    const events: ObjectEvent[] = [];
    for (const change of changes) {
      try {
        const event = this.#eventOf(change);
        if (event !== undefined) events.push(event);
      } catch (error) {
        const isDeletion = change.current === undefined && error instanceof UnreadableObjectError;
        return { events, failure: isDeletion ? newCorruptDeletion(error) : error };
      }
    }
    return { events };
  }

  #eventOf(event: StorageEvent): ObjectEvent | undefined {
    const { current, previous } = event;
    const object = current && this.#codec.decode(current);
    if (object !== undefined && this.selects?.(object) !== false) {
      return { type: previous !== undefined && this.#isSelected(previous) ? "MODIFIED" : "ADDED", object };
    }
    if (previous === undefined || !this.#isSelected(previous)) return undefined;
    return { type: "DELETED", object: this.#codec.decodeDeleted(event, previous) };
  }

  #isSelected(item: KeyValue): boolean {
    return this.selects === undefined || this.selects(this.#codec.decode(item));
  }
}
