/**
 * Sorts an array as Go's sort.Slice does. The sort is not stable, so the order of equal items
 * depends on the steps of Go's algorithm (pattern-defeating quicksort).
 */
export function sortInPlace<T>(items: T[], isLess: (a: T, b: T) => boolean): void {
  new Sorter(items, isLess).sort(0, items.length, bitLength(items.length));
}

type Hint = "unknown" | "increasing" | "decreasing";

const longestInsertion = 12;

class Sorter<T> {
  readonly #items: T[];
  readonly #isLess: (a: T, b: T) => boolean;

  constructor(items: T[], isLess: (a: T, b: T) => boolean) {
    this.#items = items;
    this.#isLess = isLess;
  }

  /**
   * @param limit number of unbalanced partitions that are allowed before the rest is sorted with
   * heapsort
   */
  sort(from: number, to: number, limit: number): void {
    let [start, end, left] = [from, to, limit];
    let [wasBalanced, wasPartitioned] = [true, true];
    while (end - start > longestInsertion) {
      const length = end - start;
      if (left === 0) {
        this.#heapSort(start, end);
        return;
      }
      if (!wasBalanced) {
        this.#breakPatterns(start, end);
        left--;
      }
      let { pivot, hint } = this.#choosePivot(start, end);
      if (hint === "decreasing") {
        this.#reverse(start, end);
        pivot = end - 1 - (pivot - start);
        hint = "increasing";
      }
      if (wasBalanced && wasPartitioned && hint === "increasing" && this.#insertFew(start, end)) return;
      if (start > 0 && !this.#less(start - 1, pivot)) {
        start = this.#partitionEqual(start, end, pivot);
        continue;
      }
      const { middle, isPartitioned } = this.#partition(start, end, pivot);
      wasPartitioned = isPartitioned;
      const [below, above] = [middle - start, end - middle];
      wasBalanced = Math.min(below, above) >= Math.floor(length / 8);
      if (below < above) {
        this.sort(start, middle, left);
        start = middle + 1;
      } else {
        this.sort(middle + 1, end, left);
        end = middle;
      }
    }
    this.#insertionSort(start, end);
  }

  #less(a: number, b: number): boolean {
    return this.#isLess(this.#items[a] as T, this.#items[b] as T);
  }

  #swap(a: number, b: number): void {
    const items = this.#items;
    [items[a], items[b]] = [items[b] as T, items[a] as T];
  }

  #insertionSort(from: number, to: number): void {
    for (let at = from + 1; at < to; at++) this.#sink(at, from);
  }

  /** Moves an item towards the start until the items before it are not greater. */
  #sink(from: number, least: number): void {
    for (let at = from; at > least && this.#less(at, at - 1); at--) this.#swap(at, at - 1);
  }

  #heapSort(from: number, to: number): void {
    const length = to - from;
    for (let at = Math.floor((length - 1) / 2); at >= 0; at--) this.#siftDown(at, length, from);
    for (let at = length - 1; at >= 0; at--) {
      this.#swap(from, from + at);
      this.#siftDown(0, at, from);
    }
  }

  #siftDown(root: number, length: number, first: number): void {
    let at = root;
    for (let child = 2 * at + 1; child < length; child = 2 * at + 1) {
      if (child + 1 < length && this.#less(first + child, first + child + 1)) child++;
      if (!this.#less(first + at, first + child)) return;
      this.#swap(first + at, first + child);
      at = child;
    }
  }

  #partition(from: number, to: number, pivot: number): { readonly middle: number; readonly isPartitioned: boolean } {
    this.#swap(from, pivot);
    let [low, high] = this.#wrongPair(from + 1, to - 1, from);
    const isPartitioned = low > high;
    while (low <= high) {
      this.#swap(low, high);
      [low, high] = this.#wrongPair(low + 1, high - 1, from);
    }
    this.#swap(high, from);
    return { middle: high, isPartitioned };
  }

  /**
   * Returns the indexes of the next two items to swap: one that belongs after the pivot, and one
   * that belongs before it.
   */
  #wrongPair(from: number, to: number, pivot: number): [low: number, high: number] {
    let [low, high] = [from, to];
    while (low <= high && this.#less(low, pivot)) low++;
    while (low <= high && !this.#less(high, pivot)) high--;
    return [low, high];
  }

  /**
   * Moves items that are equal to the pivot to the start. Returns the index after the last of them.
   */
  #partitionEqual(from: number, to: number, pivot: number): number {
    this.#swap(from, pivot);
    let [low, high] = [from + 1, to - 1];
    for (;;) {
      while (low <= high && !this.#less(from, low)) low++;
      while (low <= high && this.#less(from, high)) high--;
      if (low > high) return low;
      this.#swap(low++, high--);
    }
  }

  /**
   * Sorts items of which only a few are in wrong places. Returns false, and leaves items unsorted,
   * if too many are in wrong places.
   */
  #insertFew(from: number, to: number): boolean {
    let at = from + 1;
    for (let step = 0; step < 5; step++) {
      while (at < to && !this.#less(at, at - 1)) at++;
      if (at === to) return true;
      if (to - from < 50) return false;
      this.#swap(at, at - 1);
      if (at - from >= 2) this.#sink(at - 1, 0);
      if (to - at >= 2)
        for (let next = at + 1; next < to && this.#less(next, next - 1); next++) this.#swap(next, next - 1);
    }
    return false;
  }

  #breakPatterns(from: number, to: number): void {
    const length = to - from;
    if (length < 8) return;
    let random = BigInt(length);
    const modulus = 2 ** bitLength(length);
    const middle = from + Math.floor(length / 4) * 2;
    for (let at = middle - 1; at <= middle + 1; at++) {
      random = nextRandom(random);
      const other = Number(random & BigInt(modulus - 1));
      this.#swap(at, from + (other >= length ? other - length : other));
    }
  }

  #choosePivot(from: number, to: number): { pivot: number; hint: Hint } {
    const quarter = Math.floor((to - from) / 4);
    const count = { swaps: 0 };
    let places = [1, 2, 3].map((quarters) => from + quarter * quarters);
    if (to - from >= 50) places = places.map((place) => this.#median([place - 1, place, place + 1], count));
    const pivot = this.#median(places, count);
    return { pivot, hint: count.swaps === 0 ? "increasing" : count.swaps === 12 ? "decreasing" : "unknown" };
  }

  /**
   * Returns the index of the median of three items. Counts the comparisons that found two items in
   * the wrong order.
   */
  #median([a = 0, b = 0, c = 0]: readonly number[], count: { swaps: number }): number {
    const ordered = (left: number, right: number): [number, number] => {
      if (!this.#less(right, left)) return [left, right];
      count.swaps++;
      return [right, left];
    };
    const [low, middle] = ordered(a, b);
    const [next] = ordered(middle, c);
    return ordered(low, next)[1];
  }

  #reverse(from: number, to: number): void {
    for (let low = from, high = to - 1; low < high; low++, high--) this.#swap(low, high);
  }
}

/** Returns the number of bits of a number that is not negative. */
function bitLength(number: number): number {
  return number === 0 ? 0 : 32 - Math.clz32(number);
}

/** Returns the next number of Go's random number generator (xorshift, 64 bits). */
function nextRandom(number: bigint): bigint {
  let next = BigInt.asUintN(64, number ^ (number << 13n));
  next ^= next >> 7n;
  return BigInt.asUintN(64, next ^ (next << 17n));
}
