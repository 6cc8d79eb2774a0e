import type { Response, HTTPRequest } from "../http/types.js";
import { anonymous, type APIRequest, type User } from "../request/api-request.js";
import { addLatency } from "../tracing/latencies.js";
import { isPromise } from "../util/after.js";
import { auditRefused } from "./audit.js";
import type { RequestFilter } from "./filter.js";
import { newUnauthorized } from "../errors/index.js";
import type { Authenticator } from "../authentication/authenticator.js";

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

/**
 * Calls the authenticators in order, and returns the first user that one of them finds, even if
 * earlier authenticators found invalid credentials. A request without credentials is anonymous if
 * `allowsAnonymous` is true.
 * @param allowsAnonymous false to refuse requests without credentials
 * @throws StatusError 401 if all credentials are invalid, or if the request has none and
 * `allowsAnonymous` is false
 */
export function authenticate(
  authenticators: readonly Authenticator[],
  request: HTTPRequest,
  allowsAnonymous = true,
): User | Promise<User> {
  return authenticateFrom(0, authenticators, request, allowsAnonymous);
}

/**
 * Calls the authenticators, beginning with the one at an index. Returns a promise only if an
 * authenticator does: most authenticators send no requests, and awaiting their results would cost
 * time.
 * @param allowsAnonymous false to refuse requests without credentials, and after an authenticator
 * has rejected the credentials
 */
function authenticateFrom(
  index: number,
  authenticators: readonly Authenticator[],
  request: HTTPRequest,
  allowsAnonymous: boolean,
): User | Promise<User> {
  const authenticator = authenticators[index];
  if (authenticator === undefined) {
    if (!allowsAnonymous) throw newUnauthorized();
    return anonymous;
  }
  const next = (user: User | undefined): User | Promise<User> =>
    user ?? authenticateFrom(index + 1, authenticators, request, allowsAnonymous);
  const rejected = (): User | Promise<User> => authenticateFrom(index + 1, authenticators, request, false);
  let user: User | undefined;
  try {
    const found = authenticator(request);
    if (isPromise(found)) return found.then(asAuthenticated).then(next, rejected);
    user = asAuthenticated(found);
  } catch {
    return rejected();
  }
  return next(user);
}

// Caches the users with their additional group, because an authenticator returns the same object
// for many requests.
const authenticatedUsers = new WeakMap<User, User>();

/**
 * Adds the group `system:authenticated` to a user. Does not change anonymous users, and users that
 * are already in this group or in `system:unauthenticated` (Go: group.AuthenticatedGroupAdder).
 */
function asAuthenticated(user: User | undefined): User | undefined {
  if (user === undefined) return undefined;
  const { name, groups } = user;
  const isMarked = groups.includes("system:authenticated") || groups.includes("system:unauthenticated");
  if (isMarked || name === anonymous.name) return user;
  let authenticated = authenticatedUsers.get(user);
  if (authenticated === undefined)
    authenticatedUsers.set(user, (authenticated = { ...user, groups: [...groups, "system:authenticated"] }));
  return authenticated;
}
