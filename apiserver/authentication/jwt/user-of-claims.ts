import type { User } from "../../request/api-request.js";
import type { JWTIssuer } from "./configuration.js";

/** The claims of a verified token. */
export type Claims = Readonly<Record<string, unknown>>;

/**
 * Returns the user that a verified token describes (Go: oidc.jwtAuthenticator).
 * @throws Error for a missing claim, a claim of another type, an unverified email address, or a
 * required claim with another value
 */
export function userOfClaims({ username, groups, uidClaim, requiredClaims }: JWTIssuer, claims: Claims): User {
  for (const [claim, required] of requiredClaims) {
    const value = textOf(claims, claim);
    if (value !== required)
      throw new Error(`oidc: required claim ${claim} value does not match. Got = ${value}, want = ${required}`);
  }
  const name = textOf(claims, username.claim);
  if (name === "") throw new Error(`oidc: the username claim ${JSON.stringify(username.claim)} is empty`);
  if (username.claim === "email" && "email_verified" in claims && claims["email_verified"] !== true)
    throw new Error("oidc: email not verified");
  const uid = uidClaim === "" ? "" : textOf(claims, uidClaim);
  return {
    name: `${username.prefix}${name}`,
    groups: groupsOf(claims, groups.claim).map((group) => `${groups.prefix}${group}`),
    extra: extraOf(claims),
    ...(uid === "" ? {} : { uid }),
  };
}

function textOf(claims: Claims, claim: string): string {
  const value = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
  if (value === undefined) throw new Error(`oidc: required claim ${claim} not present in ID token`);
  if (typeof value !== "string") throw new Error(`oidc: claim ${claim} is not a string`);
  return value;
}

/** Groups are a list of texts, or one text. A token without the claim names no groups. */
function groupsOf(claims: Claims, claim: string): readonly string[] {
  const value = claim !== "" && Object.hasOwn(claims, claim) ? claims[claim] : undefined;
  if (value === undefined) return [];
  if (typeof value === "string") return [value];
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value;
  throw new Error(`oidc: claim ${claim} is not a list of strings`);
}

/** The id of the token tells in audit logs which token was used. */
function extraOf({ jti }: Claims): User["extra"] {
  return typeof jti === "string" && jti !== "" ? { "authentication.kubernetes.io/credential-id": [`JTI=${jti}`] } : {};
}
