import { newUnauthorized } from "../errors/index.js";
import type { HTTPRequest } from "../http/exchange.js";
import { anonymous } from "./context.js";
import type { User } from "./context.js";

/** Finds out who sends a request: undefined where it says nothing that this one understands. @throws Error for a false proof */
export type Authenticator = (request: HTTPRequest) => User | undefined | Promise<User | undefined>;

/** By a client certificate of the trusted authority: the common name is the user, each organization a group. */
export const byClientCertificate: Authenticator = ({ peer: { certificate } }) => {
  if (certificate === undefined) return undefined;
  if (!certificate.isTrusted) throw new Error("x509: certificate signed by unknown authority");
  return {
    name: certificate.commonName,
    groups: certificate.organizations,
    extra: { "authentication.kubernetes.io/credential-id": [`X509SHA256=${certificate.sha256}`] },
  };
};

/**
 * Asks one after the other; the first that knows the user wins, even after one that was shown a false proof.
 * Without any proof the request is anonymous. @throws StatusError 401 for nothing but false ones
 */
export async function authenticate(authenticators: readonly Authenticator[], request: HTTPRequest): Promise<User> {
  let hasFailed = false;
  for (const authenticator of authenticators) {
    try {
      const user = await authenticator(request);
      if (user !== undefined) return { ...user, groups: [...user.groups, "system:authenticated"] };
    } catch {
      hasFailed = true;
    }
  }
  if (hasFailed) throw newUnauthorized();
  return anonymous;
}
