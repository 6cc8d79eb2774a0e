/** A signal that is aborted after a time. */
export interface TimeLimit {
  readonly signal: AbortSignal;
  readonly abort: (reason: Error) => void;
  /**
   * Stops the timer, and removes the listener on the outer signal. Returns true if the signal was
   * aborted because the time has passed.
   */
  readonly end: () => boolean;
}

/**
 * Returns a signal that is aborted after a time, with an Error with the message `late`, or when the
 * outer signal is aborted.
 * @param milliseconds undefined for a signal without a time limit
 */
export function timeLimit(outer: AbortSignal | undefined, milliseconds: number | undefined, late: string): TimeLimit {
  const controller = new AbortController();
  let isOver = false;
  const onAbort = () => {
    controller.abort(outer?.reason);
  };
  if (outer?.aborted === true) onAbort();
  else outer?.addEventListener("abort", onAbort, { once: true });
  const onTime = () => {
    isOver = !controller.signal.aborted;
    controller.abort(new Error(late));
  };
  const timer = milliseconds === undefined ? undefined : setTimeout(onTime, milliseconds);
  return {
    signal: controller.signal,
    abort: (reason) => {
      controller.abort(reason);
    },
    end: () => {
      clearTimeout(timer);
      outer?.removeEventListener("abort", onAbort);
      return isOver;
    },
  };
}
