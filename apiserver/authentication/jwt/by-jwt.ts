import type * as Jose from "jose";
import type { TokenAuthenticator } from "../token/token-authenticator.js";
import type { JWTIssuer } from "./configuration.js";
import { userOfClaims } from "./user-of-claims.js";
import { RESTClient, readText } from "@apimachinery/client";
import type { createLocalJWKSet, JSONWebKeySet } from "jose";

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
 * @throws Error for a token with an invalid signature, another issuer or no accepted audience, for
 *   a token that is not valid yet or has expired, and if the issuer's keys cannot be fetched
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

type KeySet = ReturnType<typeof createLocalJWKSet>;

/** Timeout of a request to an issuer, in milliseconds. */
const timeout = 30_000;
/** Maximum size of a document of an issuer, in bytes. */
const maxBytes = 1024 * 1024;
/** Minimum time between two requests for the keys of an issuer, in milliseconds. */
const cooldown = 10_000;

/** The public keys of an issuer. Their URL is in the issuer's discovery document. */
class IssuerKeys {
  readonly #issuer: JWTIssuer;
  readonly #create: typeof createLocalJWKSet;
  readonly #now: () => number;
  #keys: KeySet | undefined;
  #fetched = -Infinity;
  #fetching: Promise<KeySet> | undefined;

  /** @param now clock in milliseconds that never goes back */
  constructor(issuer: JWTIssuer, create: typeof createLocalJWKSet, now: () => number = () => performance.now()) {
    this.#issuer = issuer;
    this.#create = create;
    this.#now = now;
  }

  /**
   * Returns the keys. Fetches them if they have not been fetched yet.
   * @throws Error if the issuer cannot be reached, or its documents are invalid
   */
  async get(): Promise<KeySet> {
    return this.#keys ?? this.#fetch();
  }

  /**
   * Fetches the keys again for a token with an unknown key, because the issuer may have a new key.
   * Returns undefined if the keys were fetched a short time ago: the token may be forged, and
   * forged tokens must not cause many requests.
   */
  async renewed(): Promise<KeySet | undefined> {
    return this.#now() - this.#fetched < cooldown ? undefined : this.#fetch();
  }

  #fetch(): Promise<KeySet> {
    this.#fetching ??= this.#load().finally(() => (this.#fetching = undefined));
    return this.#fetching;
  }

  async #load(): Promise<KeySet> {
    const { url, discoveryURL } = this.#issuer;
    const place = discoveryURL === "" ? `${url.replace(/\/$/, "")}/.well-known/openid-configuration` : discoveryURL;
    const { issuer, jwks_uri: keysURL } = await this.#document(place);
    if (issuer !== url)
      throw new Error(
        `${place}: the discovery document names the issuer ${JSON.stringify(issuer)}, but the configuration ${JSON.stringify(url)}`,
      );
    if (typeof keysURL !== "string" || !keysURL.startsWith("https://"))
      throw new Error(`${place}: jwks_uri is not a URL with https`);
    const set = await this.#document(keysURL);
    // The cast is safe, because the library validates a key when a token first needs it.
    this.#keys = this.#create(set as Partial<JSONWebKeySet> as JSONWebKeySet);
    this.#fetched = this.#now();
    return this.#keys;
  }

  async #document(text: string): Promise<Readonly<Record<string, unknown>>> {
    const { origin, pathname, searchParams } = new URL(text);
    const { certificateAuthority: ca } = this.#issuer;
    const client = new RESTClient({ server: origin, timeout, ...(ca === "" ? {} : { tls: { ca } }) });
    try {
      const response = await client.send({ method: "GET", path: pathname, query: searchParams });
      const value: unknown = JSON.parse(await readText(response.body, maxBytes));
      if (typeof value !== "object" || value === null) throw new Error("the response is not a JSON object");
      // The check above shows that the value is an object. All of its properties stay unknown.
      return value as Readonly<Record<string, unknown>>;
    } catch (error) {
      throw new Error(`${text}: ${(error as Error).message}`, { cause: error });
    }
  }
}
