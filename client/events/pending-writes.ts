/** Maximum number of writes that are waiting or in progress, as in client-go. */
const maxPending = 1000;

/** Runs writes. Writes with the same key run one after the other. */
export class PendingWrites {
  readonly #last = new Map<string, Promise<void>>();
  readonly #onError: (error: unknown) => void;
  #count = 0;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /**
   * Runs a write after earlier writes with the same key. If too many writes are pending, reports an
   * error instead.
   */
  add(key: string, write: () => Promise<void>): void {
    if (this.#count >= maxPending) {
      this.#onError(new Error(`the event ${key} is dropped: ${maxPending} events wait for the server`));
      return;
    }
    this.#count++;
    const run = (this.#last.get(key) ?? Promise.resolve())
      .then(write)
      .catch(this.#onError)
      .then(() => {
        this.#count--;
        if (this.#last.get(key) === run) this.#last.delete(key);
      });
    this.#last.set(key, run);
  }

  /** Resolves when no write is pending. */
  async settled(): Promise<void> {
    while (this.#last.size > 0) await Promise.all(this.#last.values());
  }
}
