/**
 * Returns a function that returns reproducible random numbers. Their quality is sufficient to vary
 * samples.
 */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
