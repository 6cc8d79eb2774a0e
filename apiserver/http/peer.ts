import { createHash } from "node:crypto";
import type { PeerCertificate, TLSSocket } from "node:tls";
import type { CertificateTrust, TrustedAuthorities } from "./trusted-authorities.js";
import type { ClientCertificate, Peer } from "./types.js";

/** A client of a connection. The CA of its certificate may be removed while it is connected. */
export interface ConnectedPeer extends Peer {
  readonly certificate: ShownCertificate | undefined;
}

const known = new WeakMap<object, ConnectedPeer>();

/**
 * Returns the client of a connection. The first call, at the end of the handshake, reads the
 * identity of the client. Later calls return the same object, so that events on the socket cannot
 * change the identity.
 */
export function peerOf(socket: TLSSocket, authorities: TrustedAuthorities): ConnectedPeer {
  const found = known.get(socket);
  if (found !== undefined) return found;
  const { remoteAddress = "", remotePort = "" } = socket;
  const peer = { certificate: certificateOf(socket, authorities), address: `${remoteAddress}:${remotePort}` };
  known.set(socket, peer);
  return peer;
}

/**
 * The certificate of a client, and the result of its verification in the handshake. The result is
 * copied, because Node can change it on the socket later.
 */
class ShownCertificate implements ClientCertificate {
  readonly sha256: string;
  readonly expires: number;
  readonly #subject: Partial<PeerCertificate>["subject"];
  #trust: CertificateTrust;
  #isRevoked = false;

  constructor({ subject, valid_to = "" }: Partial<PeerCertificate>, raw: Buffer, trust: CertificateTrust) {
    this.#subject = subject;
    this.sha256 = createHash("sha256").update(raw).digest("hex");
    this.expires = Date.parse(valid_to);
    this.#trust = trust;
  }

  /**
   * True if the certificate is trusted for users and has not expired. The time is checked at each
   * call, because a connection can stay open after its certificate has expired.
   */
  get isTrusted(): boolean {
    return this.#trust.isUser && Date.now() < this.expires;
  }

  /** True if the certificate is trusted for front proxies and has not expired. */
  get isFrontProxy(): boolean {
    return this.#trust.isFrontProxy && Date.now() < this.expires;
  }

  get commonName(): string {
    return textsOf(this.#names?.CN).at(-1) ?? "";
  }

  get organizations(): readonly string[] {
    return textsOf(this.#names?.O);
  }

  get uids(): readonly string[] {
    return textsOf(valueOf(this.#names, uidName));
  }

  get #names(): Partial<PeerCertificate>["subject"] {
    return this.isTrusted || this.isFrontProxy ? this.#subject : undefined;
  }

  /** Reports whether new CAs trust the certificate for exactly the same purposes. */
  keeps({ isUser, isFrontProxy }: CertificateTrust): boolean {
    return this.#trust.isUser === isUser && this.#trust.isFrontProxy === isFrontProxy;
  }

  /**
   * True if the CA that issued the certificate was trusted at the handshake, but is not trusted any
   * more.
   */
  get isRevoked(): boolean {
    return this.#isRevoked;
  }

  /** Marks the certificate as no longer trusted. Returns true if it was trusted before. */
  revoke(): boolean {
    if (!this.#trust.isUser && !this.#trust.isFrontProxy) return false;
    this.#trust = { isUser: false, isFrontProxy: false };
    this.#isRevoked = true;
    return true;
  }
}

function certificateOf(socket: TLSSocket, authorities: TrustedAuthorities): ShownCertificate | undefined {
  // Contrary to its declared type, Node's function returns an empty object if the client sent no
  // certificate, and null for a closed socket.
  const certificate = socket.getPeerCertificate() as Partial<PeerCertificate> | null;
  if (certificate?.raw === undefined) return undefined;
  return new ShownCertificate(certificate, certificate.raw, authorities.verified(socket));
}

/**
 * Object identifier of the subject's attribute that contains the user's uid (Go: asn1util.X509UID).
 */
const uidName = "1.3.6.1.4.1.57683.2";

/** Returns the value of an attribute of a subject. Node's type declares only some attributes. */
function valueOf(subject: object | undefined, name: string): string | readonly string[] | undefined {
  return (subject as Readonly<Record<string, string | readonly string[]>> | undefined)?.[name];
}

/**
 * Returns all values of an attribute. Contrary to its declared type, Node returns a list for an
 * attribute that occurs several times.
 */
function textsOf(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === "string" ? [value] : value;
}
