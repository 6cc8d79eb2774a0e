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
      const response = await next(request);
      return counted(request, route, response);
    } catch (error) {
      finish(request, route, 500, 0);
      throw error;
    }
  };

function counted(request: APIRequest, route: RouteMetrics, response: Response): Response {
  const { status, body } = response;
  if (typeof body !== "function") {
    finish(request, route, status, body.length);
    return response;
  }
  return {
    ...response,
    body: (sink) => {
      const closed = route.opened();
      const end = () => {
        closed();
        finish(request, route, status, 0);
      };
      if (sink.closed.aborted) end();
      else sink.closed.addEventListener("abort", end, { once: true });
      body(sink);
    },
  };
}

function finish(request: APIRequest, route: RouteMetrics, code: number, bytes: number): void {
  const { query } = request;
  const isDryRun = query.size > 0 && query.has("dryRun");
  route.finish(code, (performance.now() - request.received) / 1000, bytes, isDryRun);
}
