import type { Response } from "../http/types.js";
import { requestLimits } from "../http/request-limits.js";
import type { APIRequest, APIHandler } from "../request/api-request.js";
import { isLongRunning } from "./long-running.js";
import type { ChainConfig } from "./filter.js";

const readOnly = new Set(["get", "list", "watch"]);

/**
 * Limits the numbers of concurrent read requests and of concurrent write requests. Requests without
 * a deadline, such as watches, are not counted. Requests of users in the group `system:masters` are
 * never refused.
 */
export function maxInFlight(next: APIHandler, { run, metrics, routeOf }: ChainConfig): APIHandler {
  const reads = new Limit(run.maxReads);
  const writes = new Limit(run.maxWrites);
  metrics.observed(
    "apiserver_current_inflight_requests",
    "Maximum number of concurrent requests since the last scrape.",
    (set) => {
      set({ request_kind: "readOnly" }, reads.highest());
      set({ request_kind: "mutating" }, writes.highest());
    },
  );
  return async (request: APIRequest) => {
    if (isLongRunning(request)) return next(request);
    const limit = readOnly.has(request.info.verb) ? reads : writes;
    if (!limit.enter(request.user.groups.includes("system:masters"))) {
      const headers = {
        "content-type": "text/plain; charset=utf-8",
        "retry-after": "1",
        "x-content-type-options": "nosniff",
      };
      routeOf(request)?.terminated(429);
      return { status: 429, headers, body: "Too many requests, please try again later.\n" };
    }
    const leave = () => {
      limit.leave();
    };
    let response: Response | undefined;
    try {
      response = await next(request);
      return response;
    } finally {
      if (isLarge(response) && request.afterwards !== undefined) request.afterwards(leave);
      else leave();
    }
  };
}

/**
 * Reports whether a request counts as in flight until its response was sent. This applies only to a
 * large response, which uses memory until the client has read it. If small responses counted,
 * clients without permissions could exhaust the limit by not reading their 403 responses.
 */
function isLarge(response: Response | undefined): boolean {
  const body = response?.body;
  return body !== undefined && typeof body !== "function" && body.length > requestLimits.smallResponse;
}

class Limit {
  readonly #most: number;
  #count = 0;
  #highest = 0;

  constructor(most: number) {
    this.#most = most;
  }

  enter(isPrivileged: boolean): boolean {
    if (!isPrivileged && this.#most > 0 && this.#count >= this.#most) return false;
    this.#count++;
    if (this.#count > this.#highest) this.#highest = this.#count;
    return true;
  }

  leave(): void {
    this.#count--;
  }

  /**
   * Returns the highest number of concurrent requests since the last call. The metrics therefore
   * include bursts between two scrapes.
   */
  highest(): number {
    const highest = this.#highest;
    this.#highest = this.#count;
    return highest;
  }
}
