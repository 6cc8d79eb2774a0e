import { jsonText } from "@apimachinery/runtime";
import { newServiceUnavailable } from "../errors/index.js";
import type { Response, Sink } from "../http/types.js";
import { isLongRunning } from "./long-running.js";
import type { RequestFilter } from "./filter.js";

/** Counts the requests in progress that have a deadline, so that a shutdown can wait for them. */
export const waitGroup: RequestFilter =
  (next, { lifecycle }) =>
  async (request) => {
    if (isLongRunning(request)) return next(request);
    const leave = lifecycle.enter();
    if (leave === undefined) return shuttingDown();
    try {
      return await next(request);
    } finally {
      leave();
    }
  };

/** Ends watches at a shutdown. Their clients see the end of the stream and reconnect. */
export const watchTermination: RequestFilter =
  (next, { lifecycle }) =>
  async (request) => {
    const response = await next(request);
    const { body } = response;
    if (typeof body !== "function") return response;
    return {
      ...response,
      body: (sink) => {
        const leave = lifecycle.watching(stopOf(sink));
        if (leave === undefined) sink.stop();
        else if (sink.closed.aborted) leave();
        else sink.closed.addEventListener("abort", leave, { once: true });
        body(sink);
      },
    };
  };

/**
 * Returns the function that ends a watch. The function refers only to the sink, because a watch
 * keeps it in memory until its end.
 */
function stopOf(sink: Sink): () => void {
  return () => {
    sink.stop();
  };
}

/** Returns a 503 in JSON. As in Go, the Accept header of the client has no effect. */
function shuttingDown(): Response {
  const { status } = newServiceUnavailable("apiserver is shutting down");
  const headers = { "content-type": "application/json", "retry-after": "1", "x-content-type-options": "nosniff" };
  return { status: 503, headers, body: `${jsonText(status)}\n` };
}
