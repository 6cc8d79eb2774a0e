import type { Authenticator } from "../authentication/authenticator.js";
import { byClientCertificate } from "../authentication/client-certificate.js";
import { alwaysAllowPaths } from "../authorization/always-allow-paths.js";
import { privilegedGroup } from "../authorization/privileged-group.js";
import type { Authorizer } from "../request/authorizer.js";
import { authorizationFlags, type AuthorizationOptions } from "./authorization.js";
import type { Cluster } from "./cluster.js";

/** The authenticators and authorizers of a server, in the order in which they are called. */
export interface Access {
  readonly authenticators: readonly Authenticator[];
  readonly authorizers: readonly Authorizer[];
}

/**
 * Returns the authentication and authorization of a server outside of a cluster. Clients
 * authenticate with certificates. Members of the administrator's group have all rights. All clients
 * may read some paths, such as health checks.
 */
export function standaloneAccess(
  openPaths: readonly string[] = authorizationFlags.flags["authorization-always-allow-paths"].default,
): Access {
  return { authenticators: [byClientCertificate], authorizers: [privilegedGroup, alwaysAllowPaths(openPaths)] };
}

/**
 * Returns the authentication and authorization of a server: the built-in ones for its options, and
 * then those of its definition.
 */
export function accessOf(
  { options }: { readonly options: AuthorizationOptions; readonly cluster: Cluster },
  { authenticators = [], authorizers = [] }: Partial<Access>,
): Access {
  const builtIn = standaloneAccess(options.authorizationAlwaysAllowPaths);
  return {
    authenticators: [...builtIn.authenticators, ...authenticators],
    authorizers: [...builtIn.authorizers, ...authorizers],
  };
}
