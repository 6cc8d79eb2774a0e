import { authenticate } from "../authentication/authenticate.js";
import { anonymous, type APIRequest } from "../request/api-request.js";
import { auditRefused } from "./audit.js";
import type { Filter } from "./filter.js";

/**
 * Sets the user of the request. Closes the connection of an anonymous HTTP/2 client after the
 * response (Go: UnauthenticatedHTTP2DOSMitigation).
 */
export const authentication: Filter =
  (next, { authenticators, metrics, audit }) =>
  async (request) => {
    try {
      request.user = await authenticate(authenticators, request);
    } catch (error) {
      metrics.authenticated("error");
      closeAfter(request);
      await auditRefused(audit, request, error);
      throw error;
    }
    if (request.user === anonymous) closeAfter(request);
    metrics.authenticated("success");
    return next(request);
  };

function closeAfter(request: APIRequest): void {
  if (request.isHTTP2 === true) request.responseHeaders["connection"] = "close";
}
