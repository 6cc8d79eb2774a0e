import type { Response } from "../http/types.js";
import type { RouteMetrics } from "../metrics/request-metrics.js";
import type { APIRequest } from "../request/api-request.js";
import type { RequestFilter } from "./filter.js";

/** Counts requests by route and status code; a watch is counted when it ends. */
export const instrumentation: RequestFilter =
  (next, { routeOf, metrics: { requests } }) =>
  async (request) => {
    const route = routeOf(request);
    if (route === undefined) return next(request);
    if (request.method !== "GET") measureBody(request, route);
    try {
      const response = await next(request);
      const validation = request.query.size > 0 ? request.query.get("fieldValidation") : null;
      if (validation !== null) requests.validatedFields(validation, (performance.now() - request.received) / 1000);
      return counted(route, startOf(request), response);
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
 * Counts the beginning of a stream, and returns the function that counts its end. This function
 * does not refer to the response: otherwise, a watch would keep its request in memory until it
 * ends.
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

/** Measures the body of a request when a handler reads it. */
function measureBody(request: APIRequest, route: RouteMetrics): void {
  const { readBody } = request;
  request.readBody = async (limit) => {
    const body = await readBody(limit);
    route.read(body.length);
    return body;
  };
}
