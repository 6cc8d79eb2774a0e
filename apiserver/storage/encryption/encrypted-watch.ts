import type { StorageWatch, StorageEvent } from "../watch.js";

export interface EncryptedWatchOptions {
  readonly decrypt: (event: StorageEvent) => StorageEvent;
  /**
   * Called when `end` ends the watch with an error. If the watch of the store ends with an error,
   * that watch calls the function itself.
   */
  readonly onEnd: ((error: Error) => void) | undefined;
  /** Called when the watch is closed. */
  readonly onDone: () => void;
}

/** A watch that decrypts the events of another watch. */
export class EncryptedWatch implements StorageWatch {
  readonly #watch: StorageWatch;
  readonly #options: EncryptedWatchOptions;
  #error: Error | undefined;

  constructor(watch: StorageWatch, options: EncryptedWatchOptions) {
    this.#watch = watch;
    this.#options = options;
  }

  get revision(): number {
    return this.#watch.revision;
  }

  async ready(): Promise<void> {
    await this.#watch.ready();
  }

  take(): readonly StorageEvent[] {
    if (this.#error !== undefined) throw this.#error;
    const events = this.#watch.take();
    return events.length === 0 ? events : events.map(this.#options.decrypt);
  }

  requestProgress(): void {
    this.#watch.requestProgress();
  }

  close(): void {
    this.#watch.close();
    this.#options.onDone();
  }

  /** Ends the watch with an error. */
  end(error: Error): void {
    this.#error = error;
    this.close();
    this.#options.onEnd?.(error);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<readonly StorageEvent[]> {
    for await (const events of this.#watch) yield events.map(this.#options.decrypt);
    if (this.#error !== undefined) throw this.#error;
  }
}
