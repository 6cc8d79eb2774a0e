/**
 * Limits a rate to `qps` tokens per second (Go: rate.Limiter). At most `burst` tokens are available
 * at the same time. If no token is available, a caller can reserve the next one; later callers then
 * wait longer.
 */
export class TokenBucket {
  readonly #perMillisecond: number;
  readonly #burst: number;
  readonly #now: () => number;
  /** Number of available tokens; negative if callers wait for reserved tokens. */
  #tokens: number;
  #at: number;

  /**
   * @param qps tokens per second
   * @param now monotonic clock in milliseconds
   */
  constructor(qps: number, burst: number, now: () => number = () => performance.now()) {
    this.#perMillisecond = qps / 1000;
    this.#burst = burst;
    this.#now = now;
    this.#tokens = burst;
    this.#at = now();
  }

  /**
   * Reserves a token.
   * @returns the time after which the token can be used, in milliseconds; 0 if it is available now
   */
  reserve(): number {
    this.#refill();
    this.#tokens--;
    return this.#tokens >= 0 ? 0 : -this.#tokens / this.#perMillisecond;
  }
  /** Takes a token if one is available. Returns false if none is available. */
  tryTake(): boolean {
    this.#refill();
    if (this.#tokens < 1) return false;
    this.#tokens--;
    return true;
  }

  #refill(): void {
    const now = this.#now();
    this.#tokens = Math.min(this.#burst, this.#tokens + (now - this.#at) * this.#perMillisecond);
    this.#at = now;
  }
}
