import type { TLSSocket, DetailedPeerCertificate } from "node:tls";
import { X509Certificate } from "node:crypto";
import { isSignedBy } from "../util/signed-by.js";

/** PEM texts of the CAs that sign client certificates. An empty text contains no CA. */
export interface ClientAuthorities {
  /** CAs that issue the certificates of users. */
  readonly clientCA: string;
  /**
   * CAs that issue the certificates of front proxies, which send the user in request headers.
   * Absent if the server is not behind a front proxy.
   */
  readonly frontProxyCA?: string | undefined;
}

/** The purposes for which a client certificate is trusted. */
export interface CertificateTrust {
  readonly isUser: boolean;
  readonly isFrontProxy: boolean;
}

/** The CAs whose client certificates are trusted, by purpose. */
export class TrustedAuthorities {
  readonly #users: TrustAnchors;
  readonly #proxies: TrustAnchors;

  constructor({ clientCA, frontProxyCA = "" }: ClientAuthorities) {
    this.#users = new TrustAnchors(clientCA);
    this.#proxies = new TrustAnchors(frontProxyCA);
  }

  /**
   * Returns the purposes for which the certificate of a new connection is trusted. The handshake
   * has verified the certificate against the CAs of all purposes together, so this function finds
   * out which of them have signed it.
   */
  verified(socket: TLSSocket): CertificateTrust {
    return socket.authorized ? this.included(socket) : { isUser: false, isFrontProxy: false };
  }

  /** Returns the purposes for which one of these CAs has signed the client's certificate. */
  included(socket: TLSSocket): CertificateTrust {
    const chain = signedChain(socket);
    return { isUser: this.#users.haveSigned(chain), isFrontProxy: this.#proxies.haveSigned(chain) };
  }
}

/**
 * Maximum number of certificates of a chain that are verified. A client chooses the length of its
 * chain, and each signature costs CPU time.
 */
const longestChain = 10;

/** The CAs whose client certificates are trusted. */
class TrustAnchors {
  readonly #anchors: readonly X509Certificate[];

  /** @param pem certificates of the CAs; may be empty */
  constructor(pem: string) {
    const texts = pem.match(/-----BEGIN CERTIFICATE-----[^]*?-----END CERTIFICATE-----/g) ?? [];
    this.#anchors = texts.map((text) => new X509Certificate(text));
  }

  /**
   * Reports whether one of these CAs has signed a certificate of the chain, or is itself a
   * certificate of the chain.
   */
  haveSigned(chain: readonly X509Certificate[]): boolean {
    const valid = this.#anchors.filter(isValid);
    return chain.some((certificate) =>
      valid.some((anchor) => certificate.raw.equals(anchor.raw) || isSignedBy(certificate, anchor)),
    );
  }
}

/**
 * Returns the certificate of a client, followed by the CAs of its chain. Each CA has signed the
 * certificate before it. The list ends before the first certificate that has not signed the
 * previous one, or that is not valid now. It is empty if the client sent no certificate.
 *
 * Node takes the chain from the certificates that the client sends. It compares names and key
 * identifiers, not signatures, so the client decides what the chain contains. It can differ from
 * the chain that OpenSSL has verified in the handshake.
 */
function signedChain(socket: TLSSocket): readonly X509Certificate[] {
  const chain: X509Certificate[] = [];
  // Contrary to its declared type, Node's function returns an empty object if the client sent no
  // certificate, and null for a closed socket.
  let shown = socket.getPeerCertificate(true) as Shown | null | undefined;
  while (shown?.raw !== undefined && chain.length < longestChain) {
    const certificate = new X509Certificate(shown.raw);
    const below = chain.at(-1);
    if (!isValid(certificate) || (below !== undefined && !(certificate.ca && isSignedBy(below, certificate)))) break;
    chain.push(certificate);
    // In a complete chain, the last certificate is its own issuer.
    shown = shown.issuerCertificate === shown ? undefined : shown.issuerCertificate;
  }
  return chain;
}

/** Contrary to Node's type, the issuer is absent if the chain is incomplete. */
type Shown = Partial<Pick<DetailedPeerCertificate, "raw">> & { readonly issuerCertificate?: Shown };

function isValid({ validFrom, validTo }: X509Certificate): boolean {
  const now = Date.now();
  return Date.parse(validFrom) <= now && now < Date.parse(validTo);
}
