export interface BackoffOptions {
  /** The first delay, in milliseconds. */
  readonly initial: number;
  readonly max: number;
  readonly factor: number;
  /**
   * Up to so much of a delay is added to it at random, so that clients of one server do not come
   * all at once.
   */
  readonly jitter: number;
  /** After so many milliseconds without a failure the next counts as the first. */
  readonly resetAfter: number;
}

/** What client-go's reflectors use. */
export const reflectorBackoff: BackoffOptions = {
  initial: 800,
  max: 30_000,
  factor: 2,
  jitter: 1,
  resetAfter: 120_000,
};

/** Delays that grow with every failure. */
export class Backoff {
  readonly #options: BackoffOptions;
  #next: number;
  #at = -Infinity;

  constructor(options: BackoffOptions) {
    this.#options = options;
    this.#next = options.initial;
  }

  /** In milliseconds. */
  next(): number {
    const { initial, max, factor, jitter, resetAfter } = this.#options;
    const now = performance.now();
    if (now - this.#at > resetAfter) this.#next = initial;
    this.#at = now;
    const delay = Math.min(this.#next, max);
    this.#next = Math.min(this.#next * factor, max);
    return delay * (1 + jitter * Math.random());
  }

  /** All is well again. */
  reset(): void {
    this.#next = this.#options.initial;
  }
}
