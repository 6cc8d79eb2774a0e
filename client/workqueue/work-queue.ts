import { Delays } from "./delays.js";
import { FIFO } from "./fifo.js";
import { defaultControllerRateLimiter, type RateLimiter } from "./rate-limiters.js";

export interface WorkQueueOptions<T> {
  /** Computes the delays of `addRateLimited`. Default: `defaultControllerRateLimiter`. */
  readonly rateLimiter?: RateLimiter<unknown>;
  /** Returns the identity of an item. Default: the item itself, which is sufficient for strings. */
  readonly keyOf?: (item: T) => unknown;
  /** Measures the queue. */
  readonly observer?: WorkQueueObserver;
}

/** Gets the events of a queue with the identity of their item (Go: workqueue.MetricsProvider). */
export interface WorkQueueObserver {
  /** An item waits for a worker, or for the end of its processing. */
  added(key: unknown): void;
  /** A worker has received an item. */
  started(key: unknown): void;
  /** A worker has processed an item. */
  finished(key: unknown): void;
  /** A failed item was added again. */
  retried(): void;
}

/**
 * Queue for any number of workers (Go: workqueue). If an item is added several times before a
 * worker receives it, it is processed once. If an item is added while a worker processes it, it is
 * processed again afterwards. Two workers never process the same item at the same time.
 */
export class WorkQueue<T> {
  readonly #rateLimiter: RateLimiter<unknown>;
  readonly #keyOf: (item: T) => unknown;
  readonly #observer: WorkQueueObserver | undefined;
  readonly #delays: Delays<unknown, T>;
  readonly #ready = new FIFO<T>();
  /** Items to be processed, including items that were added while a worker processes them. */
  readonly #dirty = new Map<unknown, T>();
  readonly #processing = new Set<unknown>();
  readonly #takers = new FIFO<(item: T | undefined) => void>();
  readonly #drained: (() => void)[] = [];
  #isShutDown = false;

  constructor(options: WorkQueueOptions<T> = {}) {
    this.#rateLimiter = options.rateLimiter ?? defaultControllerRateLimiter();
    this.#keyOf = options.keyOf ?? ((item) => item);
    this.#observer = options.observer;
    this.#delays = new Delays((item) => {
      this.add(item);
    });
  }

  /** Number of items that wait for a worker. Delayed items do not count. */
  get length(): number {
    return this.#ready.length;
  }

  get isShuttingDown(): boolean {
    return this.#isShutDown;
  }

  add(item: T): void {
    const key = this.#keyOf(item);
    if (this.#isShutDown || this.#dirty.has(key)) return;
    this.#dirty.set(key, item);
    this.#observer?.added(key);
    if (!this.#processing.has(key)) this.#offer(item);
  }

  /**
   * Adds an item after a delay in milliseconds. If the item already has an earlier due time, the
   * earlier time is used.
   */
  addAfter(item: T, milliseconds: number): void {
    if (this.#isShutDown) return;
    if (milliseconds <= 0) this.add(item);
    else this.#delays.add(this.#keyOf(item), item, milliseconds);
  }

  /** Adds a failed item after the delay of its rate limiter. */
  addRateLimited(item: T): void {
    this.#observer?.retried();
    this.addAfter(item, this.#rateLimiter.when(this.#keyOf(item)));
  }

  /** Resets the failure count of an item. */
  forget(item: T): void {
    this.#rateLimiter.forget(this.#keyOf(item));
  }

  numRequeues(item: T): number {
    return this.#rateLimiter.numRequeues(this.#keyOf(item));
  }

  /**
   * Waits for the next item. The caller must call `done` with it.
   * @returns undefined after `shutDown` if the queue is empty
   */
  get(): Promise<T | undefined> {
    const item = this.#ready.shift();
    if (item !== undefined) return Promise.resolve(this.#markProcessing(item));
    if (this.#isShutDown) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      this.#takers.push(resolve);
    });
  }

  /** Marks an item as processed, after success or failure. */
  done(item: T): void {
    const key = this.#keyOf(item);
    if (!this.#processing.delete(key)) return;
    this.#observer?.finished(key);
    const again = this.#dirty.get(key);
    if (again !== undefined) this.#offer(again);
    this.#checkDrained();
  }

  /**
   * Refuses new items and drops delayed items. Workers still receive the waiting items. When none
   * are left, `get` returns undefined.
   */
  shutDown(): void {
    this.#isShutDown = true;
    this.#delays.clear();
    for (let taker = this.#takers.shift(); taker !== undefined; taker = this.#takers.shift()) taker(undefined);
    this.#checkDrained();
  }

  /**
   * Shuts down the queue. Resolves when all items that were waiting or in progress have been
   * processed.
   */
  async shutDownWithDrain(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#drained.push(resolve);
      this.shutDown();
    });
  }

  #offer(item: T): void {
    const taker = this.#takers.shift();
    if (taker === undefined) this.#ready.push(item);
    else taker(this.#markProcessing(item));
  }

  #markProcessing(item: T): T {
    const key = this.#keyOf(item);
    this.#processing.add(key);
    this.#dirty.delete(key);
    this.#observer?.started(key);
    return item;
  }

  #checkDrained(): void {
    if (!this.#isShutDown || this.#ready.length > 0 || this.#processing.size > 0) return;
    for (const resolve of this.#drained.splice(0)) resolve();
  }
}
