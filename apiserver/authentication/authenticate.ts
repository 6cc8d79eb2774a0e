import { newUnauthorized } from "../errors/index.js";
import type { HTTPRequest } from "../http/types.js";
import { anonymous, type User } from "../request/api-request.js";
import type { Authenticator } from "./authenticator.js";

/**
 * Calls the authenticators in order, and returns the first user that one of them finds, even if
 * earlier authenticators rejected their credentials. A request without credentials is anonymous.
 * @param allowsAnonymous false to refuse requests without credentials
 * @throws StatusError 401 if all credentials are invalid
 */
export async function authenticate(
  authenticators: readonly Authenticator[],
  request: HTTPRequest,
  allowsAnonymous = true,
): Promise<User> {
  let hasFailed = false;
  for (const authenticator of authenticators) {
    try {
      // Most authenticators need no other program, so their result is no promise.
      const found = authenticator(request);
      const user = found instanceof Promise ? await found : found;
      if (user !== undefined) return asAuthenticated(user);
    } catch {
      hasFailed = true;
    }
  }
  if (hasFailed || !allowsAnonymous) throw newUnauthorized();
  return anonymous;
}

// Caches the users with their additional group, because an authenticator returns the same object
// for many requests.
const authenticatedUsers = new WeakMap<User, User>();

/**
 * Adds the group of authenticated users, unless the user is in it, in the group of unauthenticated
 * users, or anonymous (Go: group.AuthenticatedGroupAdder).
 */
function asAuthenticated(user: User): User {
  const { name, groups } = user;
  const isMarked = groups.includes("system:authenticated") || groups.includes("system:unauthenticated");
  if (isMarked || name === anonymous.name) return user;
  let authenticated = authenticatedUsers.get(user);
  if (authenticated === undefined)
    authenticatedUsers.set(user, (authenticated = { ...user, groups: [...groups, "system:authenticated"] }));
  return authenticated;
}
