import type { Headers } from "../http/types.js";
import { requestLimits } from "../http/request-limits.js";
import type { RunConfig } from "../request/run-config.js";
import type { RequestFilter } from "./filter.js";

const allowed: Headers = {
  "access-control-allow-methods": "POST, GET, OPTIONS, PUT, DELETE, PATCH",
  "access-control-allow-headers":
    "Content-Type, Content-Length, Accept-Encoding, X-CSRF-Token, Authorization, X-Requested-With, If-Modified-Since",
  "access-control-expose-headers": "Date",
  "access-control-allow-credentials": "true",
};

/**
 * Allows web pages of the configured origins to use the server. Responds to preflight requests
 * (OPTIONS) before the authentication.
 */
export const cors: RequestFilter = (next, { run }) => {
  if (run.corsOrigins.length === 0) return next;
  return (request) => {
    const origin = request.header("origin");
    // A cache must not send the response for one origin to another origin.
    request.responseHeaders["vary"] = "Origin";
    if (origin === undefined || !isAllowedOrigin(origin, run)) return next(request);
    Object.assign(request.responseHeaders, allowed, { "access-control-allow-origin": origin });
    if (request.method === "OPTIONS") return Promise.resolve({ status: 204, headers: {}, body: "" });
    return next(request);
  };
};

/** Reports whether --cors-allowed-origins contains an origin. */
export function isAllowedOrigin(origin: string, { corsOrigins }: Pick<RunConfig, "corsOrigins">): boolean {
  return origin.length <= requestLimits.originCharacters && corsOrigins.some((pattern) => pattern.test(origin));
}
