export interface BackoffOptions {
  /** First delay, in milliseconds. */
  readonly initial: number;
  readonly max: number;
  readonly factor: number;
  /**
   * Largest random addition, as a fraction of the delay. It spreads the requests of many clients.
   */
  readonly jitter: number;
  /** Time without a failure after which the delay starts again at `initial`, in milliseconds. */
  readonly resetAfter: number;
}

/** Default delays, with the values of client-go's reflectors. */
export const reflectorBackoff: BackoffOptions = {
  initial: 800,
  max: 30_000,
  factor: 2,
  jitter: 1,
  resetAfter: 120_000,
};

/** Computes delays that grow with each failure. */
export class Backoff {
  readonly #options: BackoffOptions;
  #next: number;
  #at = -Infinity;

  constructor(options: BackoffOptions) {
    this.#options = options;
    this.#next = options.initial;
  }

  /** Returns the next delay, in milliseconds. */
  next(): number {
    const { initial, max, factor, jitter, resetAfter } = this.#options;
    const now = performance.now();
    if (now - this.#at > resetAfter) this.#next = initial;
    this.#at = now;
    const delay = Math.min(this.#next, max);
    this.#next = Math.min(this.#next * factor, max);
    return delay * (1 + jitter * Math.random());
  }

  /** Resets the delay to `initial`. */
  reset(): void {
    this.#next = this.#options.initial;
  }
}
