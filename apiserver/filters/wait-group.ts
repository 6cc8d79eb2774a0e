import { jsonText } from "@apimachinery/runtime";
import { newServiceUnavailable } from "../errors/index.js";
import type { Response } from "../http/types.js";
import { isLongRunning } from "./deadline.js";
import type { Filter } from "./filter.js";

/** Counts what is being answered, so that a stop can wait for it. */
export const waitGroup: Filter =
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

/**
 * Ends watches when the server stops: their clients see the end of the stream, and come back
 * elsewhere.
 */
export const watchTermination: Filter =
  (next, { lifecycle }) =>
  async (request) => {
    const response = await next(request);
    const { body } = response;
    if (typeof body !== "function") return response;
    return {
      ...response,
      body: (sink) => {
        const stop = new AbortController();
        const end = () => {
          stop.abort();
        };
        const leave = lifecycle.watching(end);
        if (leave === undefined || sink.closed.aborted) end();
        sink.closed.addEventListener(
          "abort",
          () => {
            leave?.();
            end();
          },
          { once: true },
        );
        body({ ...sink, closed: stop.signal });
      },
    };
  };

/** In JSON whatever the client accepts, as Go's. */
function shuttingDown(): Response {
  const { status } = newServiceUnavailable("apiserver is shutting down");
  const headers = { "content-type": "application/json", "retry-after": "1", "x-content-type-options": "nosniff" };
  return { status: 503, headers, body: `${jsonText(status)}\n` };
}
