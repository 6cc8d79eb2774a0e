import { alwaysAllowPaths, privilegedGroup, type Authorizer } from "../filters/authorization.js";
import { byClientCertificate, type Authenticator } from "../filters/authentication.js";
import { authorizationFlags } from "./authorization.js";

/**
 * Who gets in where there is no cluster to ask: whoever has a client certificate of the
 * administrator's group, and everybody to some paths.
 */
export function standaloneAccess(
  openPaths: readonly string[] = authorizationFlags.flags["authorization-always-allow-paths"].default,
): { readonly authenticators: readonly Authenticator[]; readonly authorizers: readonly Authorizer[] } {
  return { authenticators: [byClientCertificate], authorizers: [privilegedGroup, alwaysAllowPaths(openPaths)] };
}
