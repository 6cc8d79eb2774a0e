import type { KeyValue, Watch, WatchEvent } from "../storage/index.js";
import type { APIObject } from "./api-object.js";

/** A change as a client sees it that watches some of a collection's objects. */
export interface ObjectEvent {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly object: APIObject;
}

export interface WatchedCollection {
  decode(item: KeyValue): APIObject;
  /** The same with the revision of the write that took it away. */
  decodeDeleted(event: WatchEvent, previous: KeyValue): APIObject;
  /** Undefined where every object is meant. */
  readonly selects: ((object: APIObject) => boolean) | undefined;
}

/** The store's changes as those of a collection that selectors have narrowed: an object that begins to match is added, one that stops is deleted. */
export class ObjectWatch {
  readonly #watch: Watch;
  readonly #collection: WatchedCollection;
  #isClosed = false;

  constructor(watch: Watch, collection: WatchedCollection) {
    this.#watch = watch;
    this.#collection = collection;
  }

  /** Whether nothing will come any more. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** What the next bookmark may say. */
  get revision(): number {
    return this.#watch.revision;
  }

  /** Resolves when `take` has something, or has an error to throw. */
  ready(): Promise<void> {
    return this.#watch.ready();
  }

  take(): readonly ObjectEvent[] {
    return this.#watch.take().flatMap((event) => this.#eventOf(event) ?? []);
  }

  requestProgress(): void {
    this.#watch.requestProgress();
  }

  close(): void {
    this.#isClosed = true;
    this.#watch.close();
  }

  #eventOf(event: WatchEvent): ObjectEvent | undefined {
    const { selects } = this.#collection;
    const current = event.current && this.#collection.decode(event.current);
    if (current !== undefined && selects?.(current) !== false) {
      const isOld = event.previous !== undefined && selects?.(this.#collection.decode(event.previous)) !== false;
      return { type: isOld ? "MODIFIED" : "ADDED", object: current };
    }
    const { previous } = event;
    if (previous === undefined || selects?.(this.#collection.decode(previous)) === false) return undefined;
    return { type: "DELETED", object: this.#collection.decodeDeleted(event, previous) };
  }
}
