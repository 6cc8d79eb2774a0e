import { Delays } from "./delays.js";
import { FIFO } from "./fifo.js";
import { defaultControllerRateLimiter, type RateLimiter } from "./rate-limiters.js";

export interface WorkQueueOptions<T> {
  /** How long `addRateLimited` waits; what controllers use where absent. */
  readonly rateLimiter?: RateLimiter<unknown>;
  /** What makes two items the same; the item itself where absent, which is right for texts. */
  readonly keyOf?: (item: T) => unknown;
}

/**
 * What is to be done, by any number of workers: Go's workqueue. An item that is added more than
 * once before it is taken is done once; one that is added while it is being done is done again
 * afterwards, and never by two workers at a time.
 */
export class WorkQueue<T> {
  readonly #rateLimiter: RateLimiter<unknown>;
  readonly #keyOf: (item: T) => unknown;
  readonly #delays: Delays<unknown, T>;
  readonly #ready = new FIFO<T>();
  /** What is to be done, whether it is ready or being done yet. */
  readonly #dirty = new Map<unknown, T>();
  readonly #processing = new Set<unknown>();
  readonly #takers = new FIFO<(item: T | undefined) => void>();
  readonly #drained: (() => void)[] = [];
  #isShutDown = false;

  constructor(options: WorkQueueOptions<T> = {}) {
    this.#rateLimiter = options.rateLimiter ?? defaultControllerRateLimiter();
    this.#keyOf = options.keyOf ?? ((item) => item);
    this.#delays = new Delays((item) => {
      this.add(item);
    });
  }

  /** How many items wait for a worker. Delayed ones are not counted. */
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
    if (!this.#processing.has(key)) this.#offer(item);
  }

  /** Adds it in so many milliseconds, or sooner if it was to be sooner already. */
  addAfter(item: T, milliseconds: number): void {
    if (this.#isShutDown) return;
    if (milliseconds <= 0) this.add(item);
    else this.#delays.add(this.#keyOf(item), item, milliseconds);
  }

  /** Adds an item that failed, when its rate limiter says so. */
  addRateLimited(item: T): void {
    this.addAfter(item, this.#rateLimiter.when(this.#keyOf(item)));
  }

  /** An item is well again: its next failure counts as its first. */
  forget(item: T): void {
    this.#rateLimiter.forget(this.#keyOf(item));
  }

  numRequeues(item: T): number {
    return this.#rateLimiter.numRequeues(this.#keyOf(item));
  }

  /**
   * The next item, as soon as there is one: its taker calls `done` with it. @returns undefined when
   * the queue is shut down and empty
   */
  get(): Promise<T | undefined> {
    const item = this.#ready.shift();
    if (item !== undefined) return Promise.resolve(this.#taken(item));
    if (this.#isShutDown) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      this.#takers.push(resolve);
    });
  }

  /** An item that was taken is done, well or not. */
  done(item: T): void {
    const key = this.#keyOf(item);
    if (!this.#processing.delete(key)) return;
    const again = this.#dirty.get(key);
    if (again !== undefined) this.#offer(again);
    this.#checkDrained();
  }

  /**
   * Takes nothing more, and forgets what was to come later. What is ready is handed out yet; then
   * workers are told to end.
   */
  shutDown(): void {
    this.#isShutDown = true;
    this.#delays.clear();
    for (let taker = this.#takers.shift(); taker !== undefined; taker = this.#takers.shift()) taker(undefined);
    this.#checkDrained();
  }

  /** As `shutDown`; resolves when all that was ready or being done is done. */
  async shutDownWithDrain(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#drained.push(resolve);
      this.shutDown();
    });
  }

  #offer(item: T): void {
    const taker = this.#takers.shift();
    if (taker === undefined) this.#ready.push(item);
    else taker(this.#taken(item));
  }

  #taken(item: T): T {
    const key = this.#keyOf(item);
    this.#processing.add(key);
    this.#dirty.delete(key);
    return item;
  }

  #checkDrained(): void {
    if (!this.#isShutDown || this.#ready.length > 0 || this.#processing.size > 0) return;
    for (const resolve of this.#drained.splice(0)) resolve();
  }
}
