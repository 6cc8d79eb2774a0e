import type * as Jose from "jose";
import type { TokenAuthenticator } from "../token/token-authenticator.js";
import type { JWTIssuer } from "./configuration.js";
import { IssuerKeys } from "./issuer-keys.js";
import { userOfClaims } from "./user-of-claims.js";

/**
 * Signature algorithms that Kubernetes accepts. Algorithms with shared secrets, and `none`, are
 * refused.
 */
const algorithms = ["RS256", "RS384", "RS512", "ES256", "ES384", "ES512", "PS256", "PS384", "PS512"];
/** Tolerance for the clock of the issuer in the claim `nbf`, in seconds, as in Go. */
const tolerance = 5 * 60;

/**
 * Authenticates tokens of OpenID Connect issuers (Go: oidc.New). For a token that is not a JWT, or
 * whose issuer is not configured, the authenticator returns undefined and throws no error.
 */
export async function byJWT(issuers: readonly JWTIssuer[], now?: () => number): Promise<TokenAuthenticator> {
  const jose = await import("jose");
  const known = new Map(
    issuers.map((issuer) => [issuer.url, { issuer, keys: new IssuerKeys(issuer, jose.createLocalJWKSet, now) }]),
  );
  return async (token) => {
    const found = known.get(untrustedIssuer(jose, token));
    if (found === undefined) return undefined;
    return userOfClaims(found.issuer, await verified(jose, token, found.issuer, found.keys));
  };
}

/** Returns the claim `iss` of a token that is not verified yet; empty if it has none. */
function untrustedIssuer(jose: typeof Jose, token: string): string {
  try {
    const { iss = "" } = jose.decodeJwt(token);
    return iss === "accounts.google.com" ? "https://accounts.google.com" : iss;
  } catch {
    return "";
  }
}

/**
 * Verifies a token, and returns its claims.
 * @throws Error for a token with a wrong signature, issuer, audience or time, and if the issuer's
 * keys cannot be fetched
 */
async function verified(
  jose: typeof Jose,
  token: string,
  { url, audiences }: JWTIssuer,
  keys: IssuerKeys,
): Promise<Jose.JWTPayload> {
  const verify = async (set: Awaited<ReturnType<IssuerKeys["get"]>>) => {
    const issuer = url === "https://accounts.google.com" ? [url, "accounts.google.com"] : url;
    const options = {
      issuer,
      audience: [...audiences],
      algorithms,
      clockTolerance: tolerance,
      requiredClaims: ["exp"],
    };
    const { payload } = await jose.jwtVerify(token, set, options);
    // The library would accept a token for some minutes after it has expired; Go does not.
    if ((payload.exp ?? 0) * 1000 <= Date.now()) throw new Error("oidc: token is expired");
    return payload;
  };
  try {
    return await verify(await keys.get());
  } catch (error) {
    const isUnknownKey = error instanceof jose.errors.JWKSNoMatchingKey;
    const renewed = isUnknownKey ? await keys.renewed() : undefined;
    if (renewed === undefined) throw error;
    return verify(renewed);
  }
}
