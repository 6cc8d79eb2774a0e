/** Function that returns a random integer from 0 to `count - 1`. */
export type PickNumber = (count: number) => number;

/** Returns a generator of random integers (mulberry32). The same seed gives the same sequence. */
export function randomFrom(seed: number): PickNumber {
  let state = seed | 0;
  return (count) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * count);
  };
}
