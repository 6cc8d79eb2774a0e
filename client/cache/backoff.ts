export interface BackoffOptions {
  /** First delay, in milliseconds. */
  readonly initial: number;
  readonly max: number;
  readonly factor: number;
  /**
   * Largest random time that is added to a delay, as a fraction of the delay. The random times
   * prevent many clients from sending requests at the same moment.
   */
  readonly jitter: number;
  /**
   * Time without a failure, in milliseconds. After this time, the next delay is `initial` again.
   */
  readonly resetAfter: number;
}

/** Default delays: the values that client-go's reflectors use. */
export const reflectorBackoff: BackoffOptions = {
  initial: 800,
  max: 30_000,
  factor: 2,
  jitter: 1,
  resetAfter: 120_000,
};

/** Computes delays that grow with each failure, up to `max` plus the random time. */
export class GrowingDelays {
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

  /** Resets the next delay to `initial`. */
  reset(): void {
    this.#next = this.#options.initial;
  }
}
