import type { RequestFilter } from "./filter.js";
import type { Response, Handler, HTTPRequest } from "../http/types.js";
import { textError } from "../http/messages.js";
import type { Logger } from "../logging/logger.js";

/** Sets `Audit-Id`, the id of the request in the audit log and in the request log. */
export const auditInit: RequestFilter = (next) => (request) => {
  request.responseHeaders["audit-id"] = request.auditID;
  return next(request);
};

/** Sets `Cache-Control` to forbid caching, unless the response already has this header. */
export const cacheControl: RequestFilter = (next) => (request) => {
  request.responseHeaders["cache-control"] = "no-cache, private";
  return next(request);
};

/** Sets the header Strict-Transport-Security (RFC 6797) if it is configured. */
export const hsts: RequestFilter = (next, { run }) => {
  if (run.hsts === "") return next;
  return (request) => {
    request.responseHeaders["strict-transport-security"] = run.hsts;
    return next(request);
  };
};

/**
 * Asks a random share of the HTTP/2 clients to reconnect, so that clients with long connections are
 * spread over the servers.
 */
export const probabilisticGoaway: RequestFilter = (next, { run }) => {
  if (run.goawayChance <= 0) return next;
  return (request) => {
    if (request.isHTTP2 === true && Math.random() < run.goawayChance) request.responseHeaders["connection"] = "close";
    return next(request);
  };
};

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

/**
 * Logs an unexpected error and returns a 500, so that no request ends the process. All filters
 * except AuditInit are inside of this filter.
 */
export function withPanicRecovery<Request extends HTTPRequest>(next: Handler<Request>, log: Logger): Handler<Request> {
  return async (request): Promise<Response> => {
    try {
      return await next(request);
    } catch (error) {
      log(`panic serving ${request.method} ${request.uri}`, error);
      return textError(500, "This request caused apiserver to panic. Look in the logs for details.");
    }
  };
}
