import type { Watch } from "../storage/index.js";
import type { ObjectEvent, WatchedCollection } from "./watched-collection.js";

const nothing: readonly ObjectEvent[] = [];

/** One place in the changes of a collection. */
export class ObjectWatch {
  readonly #watch: Watch;
  readonly #collection: WatchedCollection;
  #isClosed = false;
  /** A change that cannot be read: the changes before it are sent, those behind it are not. */
  #failure: { readonly error: unknown } | undefined;

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

  /** What has happened; empty if nothing has, yet. @throws what ended the watch */
  take(): readonly ObjectEvent[] {
    for (;;) {
      if (this.#failure !== undefined) throw this.#failure.error;
      const told = this.#watch.take();
      if (told.length === 0) return nothing;
      const { events, failure } = this.#collection.eventsOf(told);
      if (failure !== undefined) this.#failure = { error: failure };
      if (events.length > 0) return events;
    }
  }

  requestProgress(): void {
    this.#watch.requestProgress();
  }

  close(): void {
    this.#isClosed = true;
    this.#watch.close();
  }
}
