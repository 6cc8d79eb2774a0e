import { isConflict } from "../errors/predicates.js";
import { sleep } from "./sleep.js";

/** Number of attempts, and delays between them (Go: wait.Backoff). */
export interface RetryBackoff {
  /** Maximum number of attempts. */
  readonly steps: number;
  /** Delay before the second attempt, in milliseconds. */
  readonly duration: number;
  /** Factor by which the delay grows with each attempt. */
  readonly factor: number;
  /** Largest random time that is added to a delay, as a fraction of the delay. */
  readonly jitter: number;
}

/** Delays for conflicts with other clients, as in client-go. */
export const defaultRetry: RetryBackoff = { steps: 5, duration: 10, factor: 1, jitter: 0.1 };

/** Delays for conflicts with a controller that writes often, as in client-go. */
export const defaultBackoff: RetryBackoff = { steps: 4, duration: 10, factor: 5, jitter: 0.1 };

/**
 * Calls a function. As long as it fails with a conflict, calls it again after a delay, at most
 * `backoff.steps` times in all (Go: retry.RetryOnConflict). At each call, the function must read
 * the object again before it changes and updates it.
 * @param signal ends a delay when it is aborted
 * @throws the last error of the function, or the signal's reason
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
