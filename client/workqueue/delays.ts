interface Waiting<K, T> {
  readonly key: K;
  readonly item: T;
  at: number;
  index: number;
}

/**
 * Maximum delay of a Node timer, in milliseconds. For a longer delay, several timers run one after
 * the other.
 */
const maxTimer = 2 ** 31 - 1;

/**
 * Heap of items by due time, with one timer. An item that was added with several due times has the
 * earliest one.
 */
export class Delays<K, T> {
  readonly #heap: Waiting<K, T>[] = [];
  readonly #byKey = new Map<K, Waiting<K, T>>();
  readonly #due: (item: T) => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(due: (item: T) => void) {
    this.#due = due;
  }

  get length(): number {
    return this.#heap.length;
  }

  add(key: K, item: T, milliseconds: number): void {
    const at = performance.now() + milliseconds;
    const waiting = this.#byKey.get(key);
    if (waiting === undefined) {
      const added = { key, item, at, index: this.#heap.length };
      this.#byKey.set(key, added);
      this.#heap.push(added);
      this.#up(added);
    } else if (at < waiting.at) {
      waiting.at = at;
      this.#up(waiting);
    } else return;
    this.#schedule();
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#heap.length = 0;
    this.#byKey.clear();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    const [first] = this.#heap;
    if (first === undefined) return;
    // A timer can fire slightly early. If no item is due at that time, `#fire` schedules a new
    // timer.
    this.#timer = setTimeout(
      () => {
        this.#fire();
      },
      Math.min(Math.max(Math.ceil(first.at - performance.now()), 0), maxTimer),
    );
  }

  #fire(): void {
    for (let first = this.#heap[0]; first !== undefined && first.at <= performance.now(); first = this.#heap[0]) {
      this.#remove(first);
      this.#due(first.item);
    }
    this.#schedule();
  }

  #remove(first: Waiting<K, T>): void {
    this.#byKey.delete(first.key);
    const last = this.#heap.pop();
    if (last === undefined || last === first) return;
    this.#place(last, 0);
    this.#down(last);
  }

  #up(waiting: Waiting<K, T>): void {
    while (waiting.index > 0) {
      const parent = this.#heap[(waiting.index - 1) >> 1];
      if (parent === undefined || parent.at <= waiting.at) return;
      this.#swap(parent, waiting);
    }
  }

  #down(waiting: Waiting<K, T>): void {
    for (;;) {
      const left = this.#heap[2 * waiting.index + 1];
      const right = this.#heap[2 * waiting.index + 2];
      const child = left !== undefined && right !== undefined && right.at < left.at ? right : left;
      if (child === undefined || child.at >= waiting.at) return;
      this.#swap(waiting, child);
    }
  }

  #swap(a: Waiting<K, T>, b: Waiting<K, T>): void {
    const { index } = a;
    this.#place(a, b.index);
    this.#place(b, index);
  }

  #place(waiting: Waiting<K, T>, index: number): void {
    waiting.index = index;
    this.#heap[index] = waiting;
  }
}
