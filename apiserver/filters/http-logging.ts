import type { RequestFilter } from "./filter.js";

/** Logs each request when its response is ready (--v=3). */
export const httpLogging: RequestFilter = (next, { requestLog }) => {
  if (requestLog === undefined) return next;
  return async (request) => {
    const response = await next(request);
    requestLog(3, "HTTP", {
      verb: request.info.verb,
      URI: request.uri,
      latency: `${(performance.now() - request.received).toFixed(3)}ms`,
      userAgent: request.header("user-agent") ?? "",
      "audit-ID": request.auditID,
      srcIP: request.peer.address ?? "",
      resp: response.status,
    });
    return response;
  };
};
