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
export function watchDeadline(outer: AbortSignal | undefined, timeoutSeconds: number | undefined): WatchDeadline {
  const controller = new AbortController();
  const onAbort = () => {
    controller.abort(outer?.reason);
  };
  if (outer?.aborted === true) onAbort();
  else outer?.addEventListener("abort", onAbort, { once: true });
  const late = () => {
    controller.abort(new Error(`the server did not end a watch of ${timeoutSeconds ?? 0} seconds`));
  };
  const timer =
    timeoutSeconds === undefined || timeoutSeconds === 0 ? undefined : setTimeout(late, timeoutSeconds * 1000 + grace);
  return {
    signal: controller.signal,
    abort: () => {
      controller.abort(new Error("the watch was closed"));
    },
    end: () => {
      clearTimeout(timer);
      outer?.removeEventListener("abort", onAbort);
    },
  };
}
