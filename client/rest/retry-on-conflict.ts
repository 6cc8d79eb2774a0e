import { isConflict } from "../errors/predicates.js";
import { sleep } from "./sleep.js";

/** Waiting times between attempts (Go: wait.Backoff). */
export interface RetryBackoff {
  /** Maximum number of attempts. */
  readonly steps: number;
  /** Time before the second attempt, in milliseconds. */
  readonly duration: number;
  /** Factor by which each later time is longer than the one before it. */
  readonly factor: number;
  /** Maximum part of a time by which it is lengthened at random. */
  readonly jitter: number;
}

/** Times for a conflict with another writer, as in client-go. */
export const defaultRetry: RetryBackoff = { steps: 5, duration: 10, factor: 1, jitter: 0.1 };

/** Times for a conflict with a controller that writes often, as in client-go. */
export const defaultBackoff: RetryBackoff = { steps: 4, duration: 10, factor: 5, jitter: 0.1 };

/**
 * Calls a function again while it fails with a conflict (Go: retry.RetryOnConflict). The function
 * must read the object again before it changes and updates it.
 * @param signal ends the waiting times when it is aborted
 * @throws the last error of the function, the signal's reason
 */
export async function retryOnConflict<T>(
  change: () => Promise<T>,
  backoff: RetryBackoff = defaultRetry,
  signal: AbortSignal = new AbortController().signal,
): Promise<T> {
  const { steps, factor, jitter } = backoff;
  let wait = backoff.duration;
  for (let step = 1; ; step++) {
    try {
      return await change();
    } catch (error) {
      if (!isConflict(error) || step >= steps) throw error;
    }
    await sleep(wait * (1 + Math.random() * jitter), signal);
    wait *= factor;
  }
}
