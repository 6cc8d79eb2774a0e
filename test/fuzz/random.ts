/**
 * A seeded source of random choices: the same seed gives the same choices. The generator is
 * mulberry32.
 */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a number from 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns an integer from 0 to below `end`. */
  int(end: number): number {
    return Math.floor(this.next() * end);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** @throws Error for an empty list */
  pick<T>(list: readonly T[]): T {
    const item = list[this.int(list.length)];
    if (item === undefined && list.length === 0) throw new Error("nothing to pick from");
    return item as T;
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.int(256)));
  }

  /** Returns a list of up to `max` items. */
  many<T>(max: number, make: () => T): T[] {
    return Array.from({ length: this.int(max + 1) }, make);
  }

  /** Returns a length: short ones often, and one of up to `max` sometimes. */
  length(max: number): number {
    if (this.chance(0.9)) return this.int(Math.min(40, max) + 1);
    return Math.floor(max ** this.next());
  }
}

/** Returns the random choices of one case of a run. */
export function randomOfCase(seed: number, index: number): Random {
  const mixed = new Random(Math.imul(seed, 0x9e3779b1) ^ Math.imul(index, 0x85ebca6b));
  return new Random(Math.floor(mixed.next() * 2 ** 32));
}
