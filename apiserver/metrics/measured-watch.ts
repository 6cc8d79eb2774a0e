import type { StorageWatch, StorageEvent } from "../storage/index.js";

/** A watch that returns the events of another watch and counts them. */
export class MeasuredWatch implements StorageWatch {
  readonly #watch: StorageWatch;
  readonly #received: (count: number) => void;

  constructor(watch: StorageWatch, received: (count: number) => void) {
    this.#watch = watch;
    this.#received = received;
  }

  get revision(): number {
    return this.#watch.revision;
  }

  ready(): Promise<void> {
    return this.#watch.ready();
  }

  take(): readonly StorageEvent[] {
    const events = this.#watch.take();
    if (events.length > 0) this.#received(events.length);
    return events;
  }

  requestProgress(): void {
    this.#watch.requestProgress();
  }

  close(): void {
    this.#watch.close();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<readonly StorageEvent[]> {
    for await (const events of this.#watch) {
      this.#received(events.length);
      yield events;
    }
  }
}
