import type { Response } from "../http/types.js";
import type { RouteMetrics } from "../metrics/request-metrics.js";
import type { APIRequest } from "../request/api-request.js";
import type { Filter } from "./filter.js";

/** Counts requests by route and status code; a watch is counted when it ends. */
export const instrumentation: Filter =
  (next, { routeOf }) =>
  async (request) => {
    const route = routeOf(request);
    if (route === undefined) return next(request);
    try {
      return counted(route, startOf(request), await next(request));
    } catch (error) {
      finish(route, startOf(request), 500, 0);
      throw error;
    }
  };

/** The properties of a request on which its metrics depend. A watch keeps them until its end. */
interface Start {
  readonly received: number;
  readonly isDryRun: boolean;
}

function startOf({ received, query }: APIRequest): Start {
  return { received, isDryRun: query.size > 0 && query.has("dryRun") };
}

function counted(route: RouteMetrics, start: Start, response: Response): Response {
  const { status, body } = response;
  if (typeof body !== "function") {
    finish(route, start, status, body.length);
    return response;
  }
  return {
    ...response,
    body: (sink) => {
      const end = endOf(route, start, status);
      if (sink.closed.aborted) end();
      else sink.closed.addEventListener("abort", end, { once: true });
      body(sink);
    },
  };
}

/**
 * Counts the beginning of a stream, and returns the function that counts its end. The function does
 * not refer to the response, because a watch would keep its request until its end.
 */
function endOf(route: RouteMetrics, start: Start, status: number): () => void {
  const closed = route.opened();
  return () => {
    closed();
    finish(route, start, status, 0);
  };
}

function finish(route: RouteMetrics, { received, isDryRun }: Start, code: number, bytes: number): void {
  route.finish(code, (performance.now() - received) / 1000, bytes, isDryRun);
}
