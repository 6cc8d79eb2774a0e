import { setTimeout as delay } from "node:timers/promises";

/** Delays between the attempts of a call (Go: wait.Backoff). */
export interface RetryDelays {
  /** Delay after the first attempt, in milliseconds. */
  readonly initial: number;
  /** Factor by which each delay is longer than the delay before it. */
  readonly factor: number;
  /** Maximum random addition to each delay, as a share of the delay: 0.2 adds up to 20 %. */
  readonly jitter: number;
  /** Maximum number of attempts. */
  readonly attempts: number;
}

/** Delays of calls that authenticate or authorize requests (Go: DefaultAuthWebhookRetryBackoff). */
export const reviewBackoff: RetryDelays = { initial: 500, factor: 1.5, jitter: 0.2, attempts: 5 };

/**
 * Calls a function until it succeeds, fails with a permanent error, or all attempts have failed.
 * @throws the last error of the function
 */
export async function retry<T>(
  { initial, factor, jitter, attempts }: RetryDelays,
  isTransient: (error: unknown) => boolean,
  call: () => Promise<T>,
): Promise<T> {
  let wait = initial;
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (attempt >= attempts || !isTransient(error)) throw error;
      await delay(wait * (1 + Math.random() * jitter));
      wait *= factor;
    }
  }
}
