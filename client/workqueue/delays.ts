import { Heap, type HeapElement } from "./heap.js";

/** An element that waits until it is due. */
export interface Delayed extends HeapElement {
  /** Due time, in milliseconds of `performance.now`. */
  at: number;
}

/**
 * Maximum delay of a timer in Node, in milliseconds. For a longer delay, a new timer is started
 * when a timer ends.
 */
const maxTimer = 2 ** 31 - 1;

/** Elements sorted by due time. One timer runs for the first element. */
export class Delays<E extends Delayed> {
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
