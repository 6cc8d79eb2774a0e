import type { TLSSocket } from "node:tls";
import { signedChain, TrustAnchors } from "./trust-anchors.js";

/**
 * PEM texts of the authorities that sign client certificates. An empty text contains no authority.
 */
export interface ClientAuthorities {
  /** Authorities that issue the certificates of users. */
  readonly clientCA: string;
  /**
   * Authorities that issue the certificates of front proxies, which send the user in request
   * headers. Absent if the server is not behind a front proxy.
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
   * Returns the purposes for which the certificate of a new connection is trusted. The handshake
   * has verified the certificate against the authorities of all purposes together, so this function
   * finds out which of them have signed it.
   */
  verified(socket: TLSSocket): CertificateTrust {
    return socket.authorized ? this.included(socket) : { isUser: false, isFrontProxy: false };
  }

  /**
   * Returns the purposes for which one of these authorities has signed the client's certificate.
   */
  included(socket: TLSSocket): CertificateTrust {
    const chain = signedChain(socket);
    return { isUser: this.#users.haveSigned(chain), isFrontProxy: this.#proxies.haveSigned(chain) };
  }
}
