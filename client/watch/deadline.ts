import { timeLimit } from "../rest/time-limit.js";

/**
 * Time after the timeout of a watch after which the client ends the watch, in milliseconds. If the
 * server has not ended the watch by then, the client assumes that the server no longer exists.
 */
const grace = 30_000;

export interface WatchDeadline {
  /** Signal with which the request of the watch is aborted. */
  readonly signal: AbortSignal;
  /** Aborts `signal`. Called when the caller closes the watch. */
  readonly abort: () => void;
  /**
   * Clears the timer, and removes the listener on the caller's signal. Called when the watch has
   * ended.
   */
  readonly end: () => void;
}

/**
 * Returns a signal that ends a watch. It is aborted when the caller's signal is aborted, when the
 * caller closes the watch, or 30 seconds after the timeout of the watch.
 */
export function watchDeadline(outer: AbortSignal | undefined, timeoutSeconds = 0): WatchDeadline {
  const time = timeoutSeconds === 0 ? undefined : timeoutSeconds * 1000 + grace;
  const limit = timeLimit(outer, time, `the server did not end a watch of ${timeoutSeconds} seconds`);
  return {
    ...limit,
    abort: () => {
      limit.abort(new Error("the watch was closed"));
    },
  };
}
