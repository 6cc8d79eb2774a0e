import type { TLSSocket } from "node:tls";
import { TrustAnchors } from "./trust-anchors.js";

/** PEM texts of the authorities that sign client certificates. Each may be empty. */
export interface ClientAuthorities {
  /** Authorities of users. */
  readonly clientCA: string;
  /**
   * Authorities of front proxies, whose requests name the user in their headers. Absent: the server
   * is behind no proxy.
   */
  readonly frontProxyCA?: string | undefined;
}

/** The purposes for which a client certificate is trusted. */
export interface CertificateTrust {
  readonly isUser: boolean;
  readonly isFrontProxy: boolean;
}

/** The authorities whose client certificates are trusted, by purpose. */
export class TrustedAuthorities {
  readonly #users: TrustAnchors;
  readonly #proxies: TrustAnchors;
  readonly #hasOnePool: boolean;

  constructor({ clientCA, frontProxyCA = "" }: ClientAuthorities) {
    this.#users = new TrustAnchors(clientCA);
    this.#proxies = new TrustAnchors(frontProxyCA);
    this.#hasOnePool = clientCA !== "" && frontProxyCA === "";
  }

  /**
   * Returns the trust in the certificate of a new connection. The handshake has verified it against
   * the authorities of all purposes.
   */
  verified(socket: TLSSocket): CertificateTrust {
    // With authorities for one purpose, the result of the handshake suffices. It is also known for
    // a resumed TLS session, which may not contain the whole chain.
    if (this.#hasOnePool) return { isUser: socket.authorized, isFrontProxy: false };
    return socket.authorized ? this.included(socket) : { isUser: false, isFrontProxy: false };
  }

  /** Returns for which purposes one of these authorities has issued the client's certificate. */
  included(socket: TLSSocket): CertificateTrust {
    return { isUser: this.#users.include(socket), isFrontProxy: this.#proxies.include(socket) };
  }
}
