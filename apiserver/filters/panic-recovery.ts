import type { Response, Handler, HTTPRequest } from "../http/types.js";
import { textError } from "../http/messages.js";
import type { Logger } from "../logging/logger.js";

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
