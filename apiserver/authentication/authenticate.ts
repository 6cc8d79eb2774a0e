import { newUnauthorized } from "../errors/index.js";
import type { HTTPRequest } from "../http/types.js";
import { anonymous, type User } from "../request/api-request.js";
import { isPromise } from "../util/after.js";
import type { Authenticator } from "./authenticator.js";

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
