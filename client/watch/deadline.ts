/**
 * How long after its time a watch may still be open, in milliseconds: then nobody is at the other
 * end any more.
 */
const grace = 30_000;

export interface WatchDeadline {
  /** Of the request. */
  readonly signal: AbortSignal;
  /** Ends the watch from this side. */
  readonly abort: () => void;
  /** Lets go of the timer and of the caller's signal. */
  readonly end: () => void;
}

/**
 * A signal that ends a watch: with the caller's, by its closing, and a while after the server
 * should have ended it.
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
