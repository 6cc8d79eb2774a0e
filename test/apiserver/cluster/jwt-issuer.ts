import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from "jose";
import { createAuthority, issueServing, type KeyPair } from "../../../apiserver/certificates/authority.js";

interface SigningKey {
  readonly id: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  readonly jwk: JWK;
}

/** An OpenID Connect issuer on this machine: a discovery document, keys, and signed tokens. */
export class JWTIssuer {
  readonly authority: KeyPair;
  readonly #server: Server;
  #key: SigningKey;
  /** Paths of the requests, in their order. */
  readonly requests: string[] = [];
  isBroken = false;

  private constructor(authority: KeyPair, serving: KeyPair, key: SigningKey) {
    this.authority = authority;
    this.#key = key;
    this.#server = createServer({ cert: serving.certificate, key: serving.key }, ({ url = "" }, response) => {
      this.requests.push(url);
      const documents: Readonly<Record<string, object>> = {
        "/.well-known/openid-configuration": { issuer: this.url, jwks_uri: `${this.url}/keys` },
        "/keys": { keys: [this.#key.jwk] },
      };
      const document = this.isBroken ? undefined : documents[url];
      response.writeHead(document === undefined ? 503 : 200, { "content-type": "application/json" });
      response.end(JSON.stringify(document ?? {}));
    });
  }

  static async start(): Promise<JWTIssuer> {
    const authority = await createAuthority("issuer");
    const issuer = new JWTIssuer(authority, await issueServing(authority, ["127.0.0.1"]), await keyOf("first"));
    await new Promise<void>((resolve) => issuer.#server.listen(0, "127.0.0.1", resolve));
    return issuer;
  }

  get url(): string {
    return `https://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get publicKey(): CryptoKey {
    return this.#key.publicKey;
  }

  /** Replaces the key that signs tokens. */
  async rotate(): Promise<void> {
    this.#key = await keyOf("second");
  }

  /** Returns a token that is valid for ten minutes, with the given claims in addition. */
  token(claims: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const all = { iss: this.url, aud: "pizza", sub: "alice", exp: now + 600, ...claims };
    return new SignJWT(all).setProtectedHeader({ alg: "RS256", kid: this.#key.id }).sign(this.#key.privateKey);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

const keys = new Map<string, Promise<SigningKey>>();

/** Returns the key of all issuers with an id. A new key of RSA costs much CPU time. */
function keyOf(id: string): Promise<SigningKey> {
  const key = keys.get(id) ?? newKey(id);
  keys.set(id, key);
  return key;
}

async function newKey(id: string): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
  return { id, privateKey, publicKey, jwk: { ...(await exportJWK(publicKey)), kid: id, alg: "RS256", use: "sig" } };
}
