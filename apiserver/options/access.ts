import type { Authenticator } from "../authentication/authenticator.js";
import { byClientCertificate } from "../authentication/client-certificate.js";
import type { Authorizer } from "../request/authorizer.js";
import { authorizationFlags } from "./authorization.js";
import { builtInAuthorizers, localAuthorizers, type AuthorizerConfig } from "./authorizers.js";

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
  return { authenticators: [byClientCertificate], authorizers: localAuthorizers(openPaths) };
}

/**
 * Returns the authentication and authorization of a server: the built-in ones for its options, and
 * then those of its definition.
 */
export function accessOf(config: AuthorizerConfig, { authenticators = [], authorizers = [] }: Partial<Access>): Access {
  return {
    authenticators: [byClientCertificate, ...authenticators],
    authorizers: [...builtInAuthorizers(config), ...authorizers],
  };
}
