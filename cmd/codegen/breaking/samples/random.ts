/** A source of random numbers that can be repeated with the same seed. */
export interface RandomNumbers {
  /** Returns an integer from 0 to `count - 1`. */
  below(count: number): number;
}

/** Returns a source of random numbers (mulberry32). The same seed gives the same numbers. */
export function randomOf(seed: number): RandomNumbers {
  let state = seed >>> 0;
  return {
    below(count) {
      state = (state + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 15), state | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * count);
    },
  };
}

/** Returns a random item of a list. */
export function pick<T>(random: RandomNumbers, list: readonly [T, ...T[]]): T {
  return list[random.below(list.length)] ?? list[0];
}

/** Returns a new random seed. The command prints it, so that a run can be repeated. */
export function newSeed(): number {
  return Math.floor(Math.random() * 2 ** 32);
}
