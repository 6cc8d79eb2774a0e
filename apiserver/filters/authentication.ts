import { authenticate } from "../authentication/authenticate.js";
import { anonymous, type APIRequest } from "../request/api-request.js";
import { addLatency } from "../tracing/latencies.js";
import { auditRefused } from "./audit.js";
import type { Filter } from "./filter.js";

/**
 * Sets the user of the request. Closes the connection of an anonymous HTTP/2 client after the
 * response (Go: UnauthenticatedHTTP2DOSMitigation).
 */
export const authentication: Filter =
  (next, { authenticators, run, metrics, audit }) =>
  async (request) => {
    const since = performance.now();
    const seconds = () => (performance.now() - since) / 1000;
    const begin = performance.now();
    try {
      request.user = await authenticate(authenticators, request, run.allowsAnonymous(request.path));
    } catch (error) {
      metrics.authentication.failed(seconds());
      closeAfter(request);
      await auditRefused(audit, request, error);
      throw error;
    } finally {
      addLatency("authentication", begin);
    }
    if (request.user === anonymous) closeAfter(request);
    metrics.authentication.succeeded(request.user.name, seconds());
    return next(request);
  };

function closeAfter(request: APIRequest): void {
  if (request.isHTTP2 === true) request.responseHeaders["connection"] = "close";
}
