import type { ClientCertificate } from "../http/types.js";
import type { User } from "../request/api-request.js";
import type { Authenticator } from "./authenticator.js";

/**
 * Authenticates by a client certificate of a trusted CA (Go: x509.CommonNameUserConversion). The
 * common name is the user, and each organization is a group. A certificate without a common name
 * identifies no user.
 */
export const byClientCertificate: Authenticator = ({ peer: { certificate } }) => {
  if (certificate === undefined) return undefined;
  if (!certificate.isTrusted) throw new Error("x509: certificate signed by unknown authority");
  if (certificate.commonName === "") return undefined;
  let user = users.get(certificate);
  if (user === undefined) users.set(certificate, (user = userOf(certificate)));
  return user;
};

// Caches the user of each certificate, because many requests arrive over a connection with the same
// certificate.
const users = new WeakMap<ClientCertificate, User>();

/**
 * Returns the user that a certificate identifies.
 * @throws Error for a certificate with several uids or an empty uid
 */
function userOf({ commonName, organizations, uids, sha256 }: ClientCertificate): User {
  const [uid, ...more] = uids;
  if (more.length > 0) throw new Error(`expected 1 UID, but found multiple: ${uids.join(", ")}`);
  if (uid === "") throw new Error("UID cannot be an empty string");
  return {
    name: commonName,
    groups: organizations,
    extra: { "authentication.kubernetes.io/credential-id": [`X509SHA256=${sha256}`] },
    ...(uid === undefined ? {} : { uid }),
  };
}
