import { newUnauthorized } from "../errors/index.js";
import type { ClientCertificate, HTTPRequest } from "../http/types.js";
import { anonymous, type APIRequest, type User } from "../request/api-request.js";
import type { Filter } from "./filter.js";

/**
 * Finds out who sends a request: undefined where it says nothing that this one understands. @throws
 * Error for a false proof
 */
export type Authenticator = (request: HTTPRequest) => User | undefined | Promise<User | undefined>;

/**
 * By a client certificate of the trusted authority: the common name is the user, each organization
 * a group. A certificate without a common name names no user.
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

// A connection brings one certificate and many requests.
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
 * Finds out who sends the request. Who can't say it may not keep an HTTP/2 connection: Go's
 * UnauthenticatedHTTP2DOSMitigation.
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
 * Asks one after the other; the first that knows the user wins, even after one that was shown a
 * false proof. Without any proof the request is anonymous. @throws StatusError 401 for nothing but
 * false ones
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
  // A token is a proof, and false where nobody knows it: who sends one does not mean to be
  // anonymous.
  if (hasFailed || bearerToken.test(request.header("authorization") ?? "")) throw newUnauthorized();
  return anonymous;
}

const bearerToken = /^bearer [^ ]/i;
