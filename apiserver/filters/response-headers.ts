import type { RequestFilter } from "./filter.js";

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
