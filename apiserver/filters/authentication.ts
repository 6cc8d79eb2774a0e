import { authenticate } from "../authentication/authenticate.js";
import type { Response } from "../http/types.js";
import { anonymous, type APIRequest, type User } from "../request/api-request.js";
import { addLatency } from "../tracing/latencies.js";
import { isPromise } from "../util/after.js";
import { auditRefused } from "./audit.js";
import type { RequestFilter } from "./filter.js";

/**
 * Sets the user of the request. Closes the connection of an anonymous or unauthenticated HTTP/2
 * client after the response (Go: UnauthenticatedHTTP2DOSMitigation).
 */
export const authentication: RequestFilter =
  (next, { authenticators, run, metrics: { authentication: metrics, filters }, audit }) =>
  (request) => {
    const since = performance.now();
    const { certificate } = request.peer;
    if (certificate !== undefined) metrics.presented(certificate.expires);
    const failed = async (error: unknown): Promise<never> => {
      addLatency("authentication", since);
      const seconds = (performance.now() - since) / 1000;
      metrics.failed(seconds);
      filters.authentication.observe(seconds);
      closeAfter(request);
      await auditRefused(audit, request, error);
      throw error;
    };
    const succeeded = (user: User): Promise<Response> => {
      addLatency("authentication", since);
      request.user = user;
      if (user === anonymous) closeAfter(request);
      const seconds = (performance.now() - since) / 1000;
      metrics.succeeded(user.name, seconds);
      filters.authentication.observe(seconds);
      return next(request);
    };
    let user: User | Promise<User>;
    try {
      user = authenticate(authenticators, request, run.allowsAnonymous(request.path));
    } catch (error) {
      return failed(error);
    }
    return isPromise(user) ? user.then(succeeded, failed) : succeeded(user);
  };

function closeAfter(request: APIRequest): void {
  if (request.isHTTP2 === true) request.responseHeaders["connection"] = "close";
}
