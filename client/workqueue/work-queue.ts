import { FIFO } from "./fifo.js";
import { Heap, type HeapElement } from "./heap.js";
import { defaultControllerRateLimiter, type RateLimiter } from "./rate-limiters.js";

export interface WorkQueueOptions<T> {
  /** Computes the delays of `addRateLimited`. Default: `defaultControllerRateLimiter`. */
  readonly rateLimiter?: RateLimiter<unknown>;
  /**
   * Returns the key that identifies an item. Default: the item itself, which is sufficient for
   * strings.
   */
  readonly keyOf?: (item: T) => unknown;
  /** Measures the queue. Default: no measurement. */
  readonly observer?: WorkQueueObserver;
}

/** Receives the events of a queue; `key` identifies the item (Go: workqueue.MetricsProvider). */
export interface WorkQueueObserver {
  /** Called when an item starts to wait for a worker, or is added while a worker processes it. */
  added(key: unknown): void;
  /** Called when a worker has received an item. */
  started(key: unknown): void;
  /** Called when a worker has processed an item. */
  finished(key: unknown): void;
  /** Called when an item was added with a delay. */
  retried(): void;
}

/** An item that waits for its due time, for a worker, or until a worker has processed it. */
interface Waiting<T> extends Delayed {
  readonly key: unknown;
  readonly item: T;
  priority: number;
  /** Sequence number, by which items of the same priority are sorted. */
  order: number;
}

/** Due time of an item that is already due and waits for a worker. */
const now = -Infinity;

/**
 * Queue for any number of workers (Go: controller-runtime's priorityqueue). If an item is added
 * several times before a worker receives it, it is processed only once: at the earliest due time
 * and with the highest priority of these calls. If an item is added while a worker processes it, it
 * is processed again afterwards. Two workers never process the same item at the same time.
 *
 * Workers receive items with a higher priority first. Items with the same priority are received in
 * the order in which they became due. The default priority is 0.
 */
export class WorkQueue<T> {
  readonly #rateLimiter: RateLimiter<unknown>;
  readonly #keyOf: (item: T) => unknown;
  readonly #observer: WorkQueueObserver | undefined;
  readonly #waiting = new Map<unknown, Waiting<T>>();
  readonly #delays: Delays<Waiting<T>>;
  readonly #ready = new Heap<Waiting<T>>(isFirst);
  /** Priorities of the items that workers are processing, by item key. */
  readonly #processing = new Map<unknown, number>();
  readonly #takers = new FIFO<(item: T | undefined) => void>();
  readonly #drained: (() => void)[] = [];
  #order = 0;
  #isShutDown = false;

  constructor(options: WorkQueueOptions<T> = {}) {
    this.#rateLimiter = options.rateLimiter ?? defaultControllerRateLimiter();
    this.#keyOf = options.keyOf ?? ((item) => item);
    this.#observer = options.observer;
    this.#delays = new Delays(isFirst, (due) => {
      this.#makeReady(due);
    });
  }

  /** Number of items that wait for a worker. Items whose due time has not come are not counted. */
  get length(): number {
    return this.#ready.length;
  }

  get isShuttingDown(): boolean {
    return this.#isShutDown;
  }

  add(item: T, priority = 0): void {
    this.#put(item, now, priority);
  }

  /**
   * Adds an item after a delay. If the item already waits for an earlier due time, the earlier due
   * time is used.
   * @param milliseconds the delay
   */
  addAfter(item: T, milliseconds: number, priority = 0): void {
    if (milliseconds > 0) this.#observer?.retried();
    this.#put(item, milliseconds > 0 ? performance.now() + milliseconds : now, priority);
  }

  /** Adds a failed item after the delay that the rate limiter returns. */
  addRateLimited(item: T, priority = 0): void {
    this.addAfter(item, this.#rateLimiter.when(this.#keyOf(item)), priority);
  }

  /** Resets the failure count of an item. */
  forget(item: T): void {
    this.#rateLimiter.forget(this.#keyOf(item));
  }

  numRequeues(item: T): number {
    return this.#rateLimiter.numRequeues(this.#keyOf(item));
  }

  /**
   * Returns the priority of an item that a worker is processing: the priority that the item had
   * when the worker received it.
   */
  priorityOf(item: T): number {
    return this.#processing.get(this.#keyOf(item)) ?? 0;
  }

  /**
   * Waits for the next item. The caller must call `done` after it has processed the item.
   * @returns undefined after `shutDown` if no items are left
   */
  get(): Promise<T | undefined> {
    const { first } = this.#ready;
    if (first !== undefined) {
      this.#ready.remove(first);
      return Promise.resolve(this.#markProcessing(first));
    }
    if (this.#isShutDown) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      this.#takers.push(resolve);
    });
  }

  /** Marks an item as processed, regardless of success or failure. */
  done(item: T): void {
    const key = this.#keyOf(item);
    if (!this.#processing.delete(key)) return;
    this.#observer?.finished(key);
    const again = this.#waiting.get(key);
    if (again !== undefined && again.at === now) this.#offer(again);
    this.#checkDrained();
  }

  /**
   * Stops accepting items, and drops items whose due time has not come. Workers still receive the
   * waiting items. When none are left, `get` returns undefined.
   */
  shutDown(): void {
    this.#isShutDown = true;
    this.#delays.clear();
    for (const [key, { at }] of this.#waiting) if (at !== now) this.#waiting.delete(key);
    for (let taker = this.#takers.shift(); taker !== undefined; taker = this.#takers.shift()) taker(undefined);
    this.#checkDrained();
  }

  /**
   * Shuts down the queue. Resolves when all waiting items and all items in progress have been
   * processed.
   */
  async shutDownWithDrain(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#drained.push(resolve);
      this.shutDown();
    });
  }

  #put(item: T, at: number, priority: number): void {
    if (this.#isShutDown) return;
    const key = this.#keyOf(item);
    const known = this.#waiting.get(key);
    if (known !== undefined) {
      this.#change(known, Math.min(at, known.at), priority);
      return;
    }
    const waiting = { key, item, at, priority, order: this.#order++, index: -1 };
    this.#waiting.set(key, waiting);
    if (at === now) this.#makeReady(waiting);
    else this.#delays.put(waiting);
  }

  /**
   * Updates the due time and priority of an item that is added again before a worker has received
   * it.
   */
  #change(waiting: Waiting<T>, at: number, priority: number): void {
    if (priority > waiting.priority) {
      waiting.priority = priority;
      // The item is moved to the end of the items with its new priority.
      waiting.order = this.#order++;
    } else if (at === waiting.at) return;
    if (at !== now) {
      waiting.at = at;
      this.#delays.put(waiting);
    } else if (waiting.at !== now) {
      this.#delays.remove(waiting);
      this.#makeReady(waiting);
    } else if (waiting.index >= 0) this.#ready.put(waiting);
  }

  #makeReady(waiting: Waiting<T>): void {
    if (waiting.at !== now) {
      waiting.at = now;
      waiting.order = this.#order++;
    }
    this.#observer?.added(waiting.key);
    if (!this.#processing.has(waiting.key)) this.#offer(waiting);
  }

  #offer(waiting: Waiting<T>): void {
    const taker = this.#takers.shift();
    if (taker === undefined) this.#ready.put(waiting);
    else taker(this.#markProcessing(waiting));
  }

  #markProcessing({ key, item, priority }: Waiting<T>): T {
    this.#waiting.delete(key);
    this.#processing.set(key, priority);
    this.#observer?.started(key);
    return item;
  }

  #checkDrained(): void {
    if (!this.#isShutDown || this.#ready.length > 0 || this.#processing.size > 0) return;
    for (const resolve of this.#drained.splice(0)) resolve();
  }
}

function isFirst<T>(a: Waiting<T>, b: Waiting<T>): boolean {
  return a.priority === b.priority ? a.order < b.order : a.priority > b.priority;
}

/** An element that waits until it is due. */
interface Delayed extends HeapElement {
  /** Due time, in milliseconds of `performance.now`. */
  at: number;
}

/**
 * Maximum delay of a timer in Node, in milliseconds. For a longer delay, a new timer is started
 * when a timer ends.
 */
const maxTimer = 2 ** 31 - 1;

/** Elements sorted by due time. One timer runs for the first element. */
class Delays<E extends Delayed> {
  readonly #heap: Heap<E>;
  readonly #due: (element: E) => void;
  #timer: NodeJS.Timeout | undefined;

  /** @param due is called with each element at its due time; the element no longer waits then */
  constructor(isBefore: (a: E, b: E) => boolean, due: (element: E) => void) {
    this.#heap = new Heap((a, b) => (a.at === b.at ? isBefore(a, b) : a.at < b.at));
    this.#due = due;
  }

  /** Adds an element. If it already waits, moves it to the position of its changed due time. */
  put(element: E): void {
    this.#heap.put(element);
    if (this.#heap.first === element) this.#schedule();
  }

  remove(element: E): void {
    this.#heap.remove(element);
    if (this.#heap.length === 0) clearTimeout(this.#timer);
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#heap.clear();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    const { first } = this.#heap;
    if (first === undefined) return;
    // The timer can fire before an element is due: slightly too early, or because its element was
    // removed. `#fire` then starts a new timer.
    this.#timer = setTimeout(
      () => {
        this.#fire();
      },
      Math.min(Math.max(Math.ceil(first.at - performance.now()), 0), maxTimer),
    );
  }

  #fire(): void {
    for (let { first } = this.#heap; first !== undefined && first.at <= performance.now(); { first } = this.#heap) {
      this.#heap.remove(first);
      this.#due(first);
    }
    this.#schedule();
  }
}
