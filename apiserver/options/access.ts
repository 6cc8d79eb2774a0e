import { durationToMilliseconds } from "@apimachinery/runtime";
import { byBearerToken } from "../authentication/token/by-bearer-token.js";
import { byTokenReview, cachedTokens } from "../authentication/token/token-review.js";
import type { TokenAuthenticator } from "../authentication/token/token-authenticator.js";
import type { ServerMetrics } from "../metrics/server-metrics.js";
import type { Authenticator } from "../authentication/authenticator.js";
import { byClientCertificate } from "../authentication/client-certificate.js";
import type { Authorizer } from "../request/authorizer.js";
import { byRequestHeaders } from "../authentication/request-headers.js";
import type { FollowedAuthentication } from "./followed-authentication.js";
import type { SettingsLookup } from "../authentication/settings-lookup.js";
import { requestHeadersOf, type AuthenticationOptions } from "./authentication.js";
import { authorizationFlags } from "./authorization.js";
import type { Cluster } from "./cluster.js";
import { builtInAuthorizers, localAuthorizers, type AuthorizerConfig } from "./authorizers.js";

/** The authenticators and authorizers of a server, each list in invocation order. */
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
  return { authenticators: [byClientCertificate, byBearerToken([])], authorizers: localAuthorizers(openPaths) };
}

/**
 * Returns the authenticators and authorizers of a server: the built-in ones for its options, and
 * then those of its definition.
 */
export function accessOf(
  config: AuthenticatorConfig & AuthorizerConfig,
  { authenticators = [], authorizers = [] }: Partial<Access>,
): Access {
  return {
    authenticators: [...builtInAuthenticators(config), ...authenticators],
    authorizers: [...builtInAuthorizers(config), ...authorizers],
  };
}

/** Properties of a server's configuration on which its authentication depends. */
export interface AuthenticatorConfig {
  readonly options: AuthenticationOptions;
  readonly cluster: Pick<Cluster, "authentication">;
  readonly lookup: SettingsLookup | undefined;
  /** Tokens of --token-auth-file; undefined without the flag. */
  readonly tokenFile: TokenAuthenticator | undefined;
  /** Issuers of --authentication-config, as a token authenticator; undefined without the flag. */
  readonly issuers: Pick<FollowedAuthentication, "authenticate"> | undefined;
  readonly metrics: ServerMetrics;
}

function builtInAuthenticators(config: AuthenticatorConfig): readonly Authenticator[] {
  const { options, cluster, lookup } = config;
  const given = requestHeadersOf(options);
  // As in Go, client certificates are ignored, without an error, while no CA for them is known.
  const usesCertificates = () =>
    cluster.authentication === undefined ||
    options.clientCaFile !== "" ||
    (lookup !== undefined && lookup.current.clientCA !== "");
  return [
    byRequestHeaders(() => given ?? lookup?.current.requestHeaders),
    (request) => (usesCertificates() ? byClientCertificate(request) : undefined),
    byBearerToken(tokenAuthenticators(config)),
  ];
}

/**
 * Time for which a verified JWT is accepted again without verification, in milliseconds, as in Go.
 */
const jwtTTL = 10_000;

function tokenAuthenticators(config: AuthenticatorConfig): TokenAuthenticator[] {
  const { options, cluster, tokenFile, issuers, metrics } = config;
  const { authentication: client } = cluster;
  const onReview = (code: string, seconds: number) => {
    metrics.authentication.reviewed(code, seconds);
  };
  const ttl = durationToMilliseconds(options.authenticationTokenWebhookCacheTtl);
  return [
    ...(tokenFile === undefined ? [] : [tokenFile]),
    ...(issuers === undefined ? [] : [cachedTokens(issuers.authenticate, { ttl: jwtTTL })]),
    ...(client === undefined ? [] : [cachedTokens(byTokenReview({ client, onReview }), { ttl })]),
  ];
}
