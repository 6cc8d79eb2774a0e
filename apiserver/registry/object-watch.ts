import type { APIObject } from "../request/api-object.js";
import type { StorageWatch } from "../storage/index.js";
import type { ObjectEvent, WatchedCollection } from "./watched-collection.js";

const nothing: readonly ObjectEvent[] = [];

/** A watch of the objects of a collection. It returns the changes after its position. */
export class ObjectWatch {
  readonly #watch: StorageWatch;
  readonly #collection: WatchedCollection;
  readonly #decorate: ((object: APIObject) => APIObject) | undefined;
  #isClosed = false;
  /**
   * Error for a change that cannot be decoded. `take` throws it after it has returned all earlier
   * changes.
   */
  #failure: { readonly error: unknown } | undefined;

  /**
   * @param decorate returns the object that the client gets; absent if the client gets the stored
   *   object
   */
  constructor(watch: StorageWatch, collection: WatchedCollection, decorate?: (object: APIObject) => APIObject) {
    this.#watch = watch;
    this.#decorate = decorate;
    this.#collection = collection;
  }

  /** True if the watch was closed. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Revision up to which all changes have been taken, for bookmarks. */
  get revision(): number {
    return this.#watch.revision;
  }

  /**
   * Returns the changes since the last call; an empty list if nothing has changed.
   * @throws Error that ended the watch
   */
  take(): readonly ObjectEvent[] {
    for (;;) {
      if (this.#failure !== undefined) throw this.#failure.error;
      const changes = this.#watch.take();
      if (changes.length === 0) return nothing;
      const { events, failure } = this.#collection.eventsOf(changes);
      if (failure !== undefined) this.#failure = { error: failure };
      if (events.length > 0) return this.#decorated(events);
    }
  }

  /**
   * Returns events with decorated objects. The given events are not changed, because all watches
   * share them.
   */
  #decorated(events: readonly ObjectEvent[]): readonly ObjectEvent[] {
    const decorate = this.#decorate;
    if (decorate === undefined) return events;
    return events.map(({ type, object }) => ({ type, object: decorate(object) }));
  }

  requestProgress(): void {
    this.#watch.requestProgress();
  }

  close(): void {
    this.#isClosed = true;
    this.#watch.close();
  }
}
