import type { Filter } from "./filter.js";

/** `Audit-Id`: by which a client's request is found in the log. */
export const auditInit: Filter = (next) => (request) => {
  request.responseHeaders["audit-id"] = request.auditID;
  return next(request);
};

/** Nothing is cached, but what says otherwise itself. */
export const cacheControl: Filter = (next) => (request) => {
  request.responseHeaders["cache-control"] = "no-cache, private";
  return next(request);
};

/** Strict-Transport-Security (RFC 6797), if there are directives for it. */
export const hsts: Filter = (next, { run }) => {
  if (run.hsts === "") return next;
  return (request) => {
    request.responseHeaders["strict-transport-security"] = run.hsts;
    return next(request);
  };
};

/**
 * Now and then ends an HTTP/2 connection in good order, so that clients which keep theirs for long
 * spread over servers.
 */
export const probabilisticGoaway: Filter = (next, { run }) => {
  if (run.goawayChance <= 0) return next;
  return (request) => {
    if (request.isHTTP2 === true && Math.random() < run.goawayChance) request.responseHeaders["connection"] = "close";
    return next(request);
  };
};
