/**
 * So many tokens a second, and no more than `burst` at once: Go's rate.Limiter, as far as clients
 * and work queues need it. Who takes a token that is not there yet is told how long to wait for it;
 * those that come later wait behind.
 */
export class TokenBucket {
  readonly #perMillisecond: number;
  readonly #burst: number;
  readonly #now: () => number;
  /** Negative where tokens are promised that are not there yet. */
  #tokens: number;
  #at: number;

  /** @param qps tokens a second. @param now in milliseconds, never backwards */
  constructor(qps: number, burst: number, now: () => number = () => performance.now()) {
    this.#perMillisecond = qps / 1000;
    this.#burst = burst;
    this.#now = now;
    this.#tokens = burst;
    this.#at = now();
  }

  /** Takes a token. @returns in how many milliseconds it may be used */
  reserve(): number {
    const now = this.#now();
    this.#tokens = Math.min(this.#burst, this.#tokens + (now - this.#at) * this.#perMillisecond) - 1;
    this.#at = now;
    return this.#tokens >= 0 ? 0 : -this.#tokens / this.#perMillisecond;
  }
}
