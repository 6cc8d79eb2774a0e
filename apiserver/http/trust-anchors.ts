import { X509Certificate } from "node:crypto";
import type { DetailedPeerCertificate, TLSSocket } from "node:tls";

/** The authorities whose client certificates are trusted. */
export class TrustAnchors {
  readonly #anchors: readonly X509Certificate[];
  /**
   * Results by fingerprint of the root certificate. They are cached, because many connections have
   * the same root.
   */
  readonly #known = new Map<string, boolean>();

  /** @param pem certificates of the authorities; may be empty */
  constructor(pem: string) {
    const texts = pem.match(/-----BEGIN CERTIFICATE-----[^]*?-----END CERTIFICATE-----/g) ?? [];
    this.#anchors = texts.map((text) => new X509Certificate(text));
  }

  /**
   * Reports whether the verified chain of a client's certificate ends at one of these authorities,
   * or at one with the same key.
   */
  include(socket: TLSSocket): boolean {
    const root = rootOf(socket);
    if (root === undefined) return false;
    const { fingerprint256 } = root;
    let result = this.#known.get(fingerprint256);
    if (result === undefined) {
      result = this.#haveIssued(new X509Certificate(root.raw));
      this.#known.set(fingerprint256, result);
    }
    return result;
  }

  #haveIssued(root: X509Certificate): boolean {
    const now = Date.now();
    const valid = this.#anchors.filter(({ validTo }) => Date.parse(validTo) > now);
    return valid.some((anchor) => root.checkIssued(anchor) && root.verify(anchor.publicKey));
  }
}

/**
 * Returns the last certificate of a client's chain; undefined if the client sent no certificate. A
 * resumed TLS session may contain only the first certificate of the chain.
 */
function rootOf(socket: TLSSocket): Chained | undefined {
  // Contrary to its declared type, Node's function returns an empty object if the client sent no
  // certificate, and null for a closed socket.
  const first = socket.getPeerCertificate(true) as Partial<DetailedPeerCertificate> | null;
  if (first?.raw === undefined) return undefined;
  let last = first as Chained;
  const seen = new Set<object>();
  // In a complete chain, the last certificate is its own issuer.
  while (last.issuerCertificate !== undefined && !seen.has(last)) {
    seen.add(last);
    last = last.issuerCertificate;
  }
  return last;
}

interface Chained {
  readonly raw: Buffer;
  readonly fingerprint256: string;
  /** Contrary to Node's type, this property is absent if the chain is incomplete. */
  readonly issuerCertificate?: Chained;
}
