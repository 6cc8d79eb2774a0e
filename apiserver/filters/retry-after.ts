import type { RequestFilter } from "./filter.js";

const exemptPaths = ["/readyz", "/livez", "/healthz", "/metrics"];

/**
 * Responds with 429 while the server still listens during a shutdown (--shutdown-send-retry-after),
 * so that clients try again on another connection. Health checks and /metrics are still served.
 */
export const retryAfter: RequestFilter = (next, { run, lifecycle }) => {
  if (!run.sendsRetryAfter) return next;
  return (request) => {
    if (!lifecycle.asksToRetry || exemptPaths.some((path) => request.path.startsWith(path))) return next(request);
    const headers = {
      "content-type": "text/plain; charset=utf-8",
      "retry-after": "5",
      connection: "close",
      "x-content-type-options": "nosniff",
    };
    return Promise.resolve({ status: 429, headers, body: "The apiserver is shutting down, please try again later.\n" });
  };
};
