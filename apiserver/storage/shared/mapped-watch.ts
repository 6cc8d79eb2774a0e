import type { StorageEvent, StorageWatch } from "../watch.js";

type Events = readonly StorageEvent[];

/** A watch that returns the events of another watch, converted by a function. */
export class MappedWatch implements StorageWatch {
  readonly #watch: StorageWatch;
  readonly #map: (events: Events) => Events;

  /** @param map is not called for an empty list */
  constructor(watch: StorageWatch, map: (events: Events) => Events) {
    this.#watch = watch;
    this.#map = map;
  }

  get revision(): number {
    return this.#watch.revision;
  }

  ready(): Promise<void> {
    return this.#watch.ready();
  }

  take(): Events {
    const events = this.#watch.take();
    return events.length === 0 ? events : this.#map(events);
  }

  requestProgress(): void {
    this.#watch.requestProgress();
  }

  close(): void {
    this.#watch.close();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Events> {
    for await (const events of this.#watch) yield this.#map(events);
  }
}
