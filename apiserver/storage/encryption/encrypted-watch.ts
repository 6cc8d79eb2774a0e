import { MappedWatch } from "../shared/mapped-watch.js";
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
export class EncryptedWatch extends MappedWatch {
  readonly #options: EncryptedWatchOptions;
  #error: Error | undefined;

  constructor(watch: StorageWatch, options: EncryptedWatchOptions) {
    super(watch, (events) => events.map(options.decrypt));
    this.#options = options;
  }

  override take(): readonly StorageEvent[] {
    if (this.#error !== undefined) throw this.#error;
    return super.take();
  }

  override close(): void {
    super.close();
    this.#options.onDone();
  }

  /** Ends the watch with an error. */
  end(error: Error): void {
    this.#error = error;
    this.close();
    this.#options.onEnd?.(error);
  }

  override async *[Symbol.asyncIterator](): AsyncGenerator<readonly StorageEvent[]> {
    yield* super[Symbol.asyncIterator]();
    if (this.#error !== undefined) throw this.#error;
  }
}
