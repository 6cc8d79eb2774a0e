import type { CompiledExpression } from "@apimachinery/runtime/cel";

/**
 * The parts of an AuthenticationConfiguration (apiserver.config.k8s.io) that the server supports.
 */
export interface AuthenticationConfiguration {
  readonly issuers: readonly JWTIssuer[];
  /** Rule for requests without credentials; undefined if the file has none. */
  readonly anonymous: AnonymousRule | undefined;
}

/**
 * Configuration of an issuer of tokens: how they are verified, and which user their claims
 * describe.
 */
export interface JWTIssuer {
  /**
   * Value of the claim `iss`. By default, the discovery document is below this URL. The discovery
   * document contains the URL of the issuer's keys.
   */
  readonly url: string;
  /** URL of the discovery document. If empty, the document is below `url`. */
  readonly discoveryURL: string;
  /**
   * CA certificates (PEM) that verify the issuer's TLS certificate. If empty, the CAs of the system
   * are used.
   */
  readonly certificateAuthority: string;
  /** Accepted audiences. The token must contain at least one of them. */
  readonly audiences: readonly string[];
  /** Required values of claims, by the name of the claim. */
  readonly requiredClaims: ReadonlyMap<string, string>;
  readonly username: ClaimMapping;
  /** Source of the user's groups; undefined if groups are not read from the token. */
  readonly groups: ClaimMapping | undefined;
  /** Source of the user's uid; undefined if the uid is not read from the token. */
  readonly uid: ClaimMapping | undefined;
  readonly extra: readonly ExtraMapping[];
  /** Conditions that claims must fulfil. */
  readonly claimRules: readonly ValidationRule[];
  /** Conditions that users must fulfil. */
  readonly userRules: readonly ValidationRule[];
}

/**
 * Source of one property of the user: a claim whose value gets a prefix, or an expression over the
 * claims.
 */
export type ClaimMapping =
  | { readonly claim: string; readonly prefix: string; readonly expression?: undefined }
  | { readonly expression: CompiledExpression };

/** An expression whose value, a string or a list of strings, becomes an extra value of the user. */
export interface ExtraMapping {
  readonly key: string;
  readonly expression: CompiledExpression;
}

/** An expression that must be true, and the message if it is not. */
export interface ValidationRule {
  readonly expression: CompiledExpression;
  readonly message: string;
}

export interface AnonymousRule {
  readonly isEnabled: boolean;
  /**
   * Paths for which anonymous requests are allowed. If the list is empty, anonymous requests are
   * allowed for all paths.
   */
  readonly paths: readonly string[];
}

/** Reports whether a request without credentials is served. */
export function allowsAnonymous({ isEnabled, paths }: AnonymousRule, path: string): boolean {
  return isEnabled && (paths.length === 0 || paths.includes(path));
}
