import { TokenBucket } from "../rest/token-bucket.js";

/** Determines the delay before a failed item is processed again (Go: workqueue.RateLimiter). */
export interface RateLimiter<K> {
  /** Counts a failure of an item, and returns the delay in milliseconds. */
  when(key: K): number;
  /** Resets the number of failures of an item. */
  forget(key: K): void;
  /** Returns the number of failures of an item. */
  numRequeues(key: K): number;
}

/** Counts the failures of each item. */
abstract class FailureRateLimiter<K> implements RateLimiter<K> {
  readonly #failures = new Map<K, number>();

  when(key: K): number {
    const failures = this.numRequeues(key) + 1;
    this.#failures.set(key, failures);
    return this.delayAfter(failures);
  }

  forget(key: K): void {
    this.#failures.delete(key);
  }

  numRequeues(key: K): number {
    return this.#failures.get(key) ?? 0;
  }

  /** Returns the delay after a number of failures, in milliseconds. */
  protected abstract delayAfter(failures: number): number;
}

/** Doubles the delay of an item with each of its failures. */
export class ItemExponentialFailureRateLimiter<K> extends FailureRateLimiter<K> {
  readonly #base: number;
  readonly #max: number;

  /**
   * @param base delay after the first failure, in milliseconds
   * @param max maximum delay, in milliseconds
   */
  constructor(base: number, max: number) {
    super();
    this.#base = base;
    this.#max = max;
  }

  protected override delayAfter(failures: number): number {
    return Math.min(this.#base * 2 ** (failures - 1), this.#max);
  }
}

/** Uses a short delay for the first failures of an item, and a long delay for later failures. */
export class ItemFastSlowRateLimiter<K> extends FailureRateLimiter<K> {
  readonly #fast: number;
  readonly #slow: number;
  readonly #fastAttempts: number;

  /**
   * @param fast delay after each of the first `fastAttempts` failures, in milliseconds
   * @param slow delay after later failures, in milliseconds
   */
  constructor(fast: number, slow: number, fastAttempts: number) {
    super();
    this.#fast = fast;
    this.#slow = slow;
    this.#fastAttempts = fastAttempts;
  }

  protected override delayAfter(failures: number): number {
    return failures <= this.#fastAttempts ? this.#fast : this.#slow;
  }
}

/** Limits the rate of all items together, in items per second. */
export class BucketRateLimiter<K> implements RateLimiter<K> {
  readonly #bucket: TokenBucket;

  constructor(qps: number, burst: number) {
    this.#bucket = new TokenBucket(qps, burst);
  }

  when(_key: K): number {
    return this.#bucket.reserve();
  }

  forget(_key: K): void {
    // This limiter does not count the failures of individual items.
  }

  numRequeues(_key: K): number {
    return 0;
  }
}

/** Uses the longest of the delays that several limiters return. */
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

/** Limits the delays of another limiter to `max` milliseconds (Go: WithMaxWaitRateLimiter). */
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
 * Returns the default rate limiter of controllers in client-go. The delay of each item is between 5
 * ms and 1000 s. In addition, all items together are limited to 10 per second, with a burst of 100.
 */
export function defaultControllerRateLimiter<K>(): RateLimiter<K> {
  return new MaxOfRateLimiter<K>(
    new ItemExponentialFailureRateLimiter<K>(5, 1_000_000),
    new BucketRateLimiter<K>(10, 100),
  );
}
