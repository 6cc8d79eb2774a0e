import { newUnauthorized } from "../errors/index.js";
import type { ClientCertificate, HTTPRequest } from "../http/types.js";
import { anonymous, type APIRequest, type User } from "../request/api-request.js";
import type { Filter } from "./filter.js";

/**
 * Returns the user of a request; undefined if the request has no credentials for this
 * authenticator.
 * @throws Error for invalid credentials
 */
export type Authenticator = (request: HTTPRequest) => User | undefined | Promise<User | undefined>;

/**
 * Authenticates by a client certificate of the trusted CA. The common name is the user, and each
 * organization is a group. A certificate without a common name identifies no user.
 */
export const byClientCertificate: Authenticator = ({ peer: { certificate } }) => {
  if (certificate === undefined) return undefined;
  if (!certificate.isTrusted) throw new Error("x509: certificate signed by unknown authority");
  if (certificate.commonName === "") return undefined;
  return remembered(usersOfCertificates, certificate, () => ({
    name: certificate.commonName,
    groups: certificate.organizations,
    extra: { "authentication.kubernetes.io/credential-id": [`X509SHA256=${certificate.sha256}`] },
  }));
};

// Caches the user of each certificate, because many requests arrive over a connection with the same
// certificate.
const usersOfCertificates = new WeakMap<ClientCertificate, User>();
const authenticatedUsers = new WeakMap<User, User>();

function asAuthenticated(user: User): User {
  return remembered(authenticatedUsers, user, () => ({ ...user, groups: [...user.groups, "system:authenticated"] }));
}

function remembered<K extends object>(users: WeakMap<K, User>, key: K, make: () => User): User {
  let user = users.get(key);
  if (user === undefined) users.set(key, (user = make()));
  return user;
}

/**
 * Sets the user of the request. Closes the connection of an anonymous HTTP/2 client after the
 * response (Go: UnauthenticatedHTTP2DOSMitigation).
 */
export const authentication: Filter =
  (next, { authenticators, metrics }) =>
  async (request) => {
    try {
      request.user = await authenticate(authenticators, request);
    } catch (error) {
      metrics.authenticated("error");
      closeAfter(request);
      throw error;
    }
    if (request.user === anonymous) closeAfter(request);
    metrics.authenticated("success");
    return next(request);
  };

function closeAfter(request: APIRequest): void {
  if (request.isHTTP2 === true) request.responseHeaders["connection"] = "close";
}

/**
 * Calls the authenticators in order, and returns the first user that one of them finds, even if
 * earlier authenticators rejected their credentials. A request without credentials is anonymous.
 * @throws StatusError 401 if all credentials are invalid
 */
export async function authenticate(authenticators: readonly Authenticator[], request: HTTPRequest): Promise<User> {
  let hasFailed = false;
  for (const authenticator of authenticators) {
    try {
      const user = await authenticator(request);
      if (user !== undefined) return asAuthenticated(user);
    } catch {
      hasFailed = true;
    }
  }
  // An unknown bearer token is an error: a client that sends a token does not want to be anonymous.
  if (hasFailed || bearerToken.test(request.header("authorization") ?? "")) throw newUnauthorized();
  return anonymous;
}

const bearerToken = /^bearer [^ ]/i;
