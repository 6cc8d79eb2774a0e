import { RESTClient, readText } from "@apimachinery/client";
import type { createLocalJWKSet, JSONWebKeySet } from "jose";
import type { JWTIssuer } from "./configuration.js";

type KeySet = ReturnType<typeof createLocalJWKSet>;

/** Timeout of a request to an issuer, in milliseconds. */
const timeout = 30_000;
/** Maximum size of a document of an issuer, in bytes. */
const maxBytes = 1024 * 1024;
/** Minimum time between two requests for the keys of an issuer, in milliseconds. */
const cooldown = 10_000;

/** The public keys of an issuer. Their URL is in the issuer's discovery document. */
export class IssuerKeys {
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
