import type { TLSSocket } from "node:tls";
import { signedChain, TrustAnchors } from "./trust-anchors.js";

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

  constructor({ clientCA, frontProxyCA = "" }: ClientAuthorities) {
    this.#users = new TrustAnchors(clientCA);
    this.#proxies = new TrustAnchors(frontProxyCA);
  }

  /**
   * Returns the trust in the certificate of a new connection. The handshake has verified it against
   * the authorities of all purposes, so its result does not say which of them has signed it.
   */
  verified(socket: TLSSocket): CertificateTrust {
    return socket.authorized ? this.included(socket) : { isUser: false, isFrontProxy: false };
  }

  /** Returns for which purposes one of these authorities has signed the client's certificate. */
  included(socket: TLSSocket): CertificateTrust {
    const chain = signedChain(socket);
    return { isUser: this.#users.haveSigned(chain), isFrontProxy: this.#proxies.haveSigned(chain) };
  }
}
