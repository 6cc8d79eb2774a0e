import { TokenBucket } from "../rest/token-bucket.js";

/** How long an item waits before it is tried again: Go's workqueue.RateLimiter. */
export interface RateLimiter<K> {
  /** In milliseconds; every call counts as one more failure. */
  when(key: K): number;
  /** Its failures count no more. */
  forget(key: K): void;
  /** How often it has failed. */
  numRequeues(key: K): number;
}

/** Doubles each item's delay with each of its failures. */
export class ItemExponentialFailureRateLimiter<K> implements RateLimiter<K> {
  readonly #failures = new Map<K, number>();
  readonly #base: number;
  readonly #max: number;

  /** In milliseconds, both. */
  constructor(base: number, max: number) {
    this.#base = base;
    this.#max = max;
  }

  when(key: K): number {
    const failures = this.numRequeues(key);
    this.#failures.set(key, failures + 1);
    return Math.min(this.#base * 2 ** failures, this.#max);
  }

  forget(key: K): void {
    this.#failures.delete(key);
  }

  numRequeues(key: K): number {
    return this.#failures.get(key) ?? 0;
  }
}

/** A short delay for an item's first failures, a long one for the others. */
export class ItemFastSlowRateLimiter<K> implements RateLimiter<K> {
  readonly #failures = new Map<K, number>();
  readonly #fast: number;
  readonly #slow: number;
  readonly #fastAttempts: number;

  constructor(fast: number, slow: number, fastAttempts: number) {
    this.#fast = fast;
    this.#slow = slow;
    this.#fastAttempts = fastAttempts;
  }

  when(key: K): number {
    const failures = this.numRequeues(key) + 1;
    this.#failures.set(key, failures);
    return failures <= this.#fastAttempts ? this.#fast : this.#slow;
  }

  forget(key: K): void {
    this.#failures.delete(key);
  }

  numRequeues(key: K): number {
    return this.#failures.get(key) ?? 0;
  }
}

/** No more than so many items a second, whichever they are. */
export class BucketRateLimiter<K> implements RateLimiter<K> {
  readonly #bucket: TokenBucket;

  constructor(qps: number, burst: number) {
    this.#bucket = new TokenBucket(qps, burst);
  }

  when(_key: K): number {
    return this.#bucket.reserve();
  }

  forget(_key: K): void {
    // It does not tell items apart.
  }

  numRequeues(_key: K): number {
    return 0;
  }
}

/** The longest delay of several. */
export class MaxOfRateLimiter<K> implements RateLimiter<K> {
  readonly #limiters: readonly RateLimiter<K>[];

  constructor(...limiters: readonly RateLimiter<K>[]) {
    this.#limiters = limiters;
  }

  when(key: K): number {
    return Math.max(...this.#limiters.map((limiter) => limiter.when(key)));
  }

  forget(key: K): void {
    for (const limiter of this.#limiters) limiter.forget(key);
  }

  numRequeues(key: K): number {
    return Math.max(...this.#limiters.map((limiter) => limiter.numRequeues(key)));
  }
}

/** Shortens the delays of another limiter to `max` milliseconds: Go's WithMaxWaitRateLimiter. */
export class MaxWaitRateLimiter<K> implements RateLimiter<K> {
  readonly #limiter: RateLimiter<K>;
  readonly #max: number;

  constructor(limiter: RateLimiter<K>, max: number) {
    this.#limiter = limiter;
    this.#max = max;
  }

  when(key: K): number {
    return Math.min(this.#limiter.when(key), this.#max);
  }

  forget(key: K): void {
    this.#limiter.forget(key);
  }

  numRequeues(key: K): number {
    return this.#limiter.numRequeues(key);
  }
}

/**
 * What controllers use: 5 ms to 1000 s for each item, and 10 a second with a burst of 100 for all.
 */
export function defaultControllerRateLimiter<K>(): RateLimiter<K> {
  return new MaxOfRateLimiter<K>(
    new ItemExponentialFailureRateLimiter<K>(5, 1_000_000),
    new BucketRateLimiter<K>(10, 100),
  );
}
