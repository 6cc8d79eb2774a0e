/** Random choices from a seed (mulberry32). The same seed gives the same choices. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a number between 0 (inclusive) and 1 (exclusive). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns an integer between 0 (inclusive) and `end` (exclusive). */
  int(end: number): number {
    return Math.floor(this.next() * end);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /**
   * Returns a random item.
   * @throws Error if the list is empty
   */
  pick<T>(list: readonly T[]): T {
    const item = list[this.int(list.length)];
    if (item === undefined && list.length === 0) throw new Error("nothing to pick from");
    return item as T;
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.int(256)));
  }

  /** Returns a list of at most `max` items. */
  many<T>(max: number, make: () => T): T[] {
    return Array.from({ length: this.int(max + 1) }, make);
  }

  /** Returns a length between 0 and `max`. Most lengths are short. */
  length(max: number): number {
    if (this.chance(0.9)) return this.int(Math.min(40, max) + 1);
    return Math.floor(max ** this.next());
  }
}

/** Returns the random choices for one case of a run. */
export function randomOfCase(seed: number, index: number): Random {
  const mixed = new Random(Math.imul(seed, 0x9e3779b1) ^ Math.imul(index, 0x85ebca6b));
  return new Random(Math.floor(mixed.next() * 2 ** 32));
}
