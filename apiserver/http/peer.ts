import { createHash } from "node:crypto";
import type { PeerCertificate, TLSSocket } from "node:tls";
import type { ClientCertificate, Peer } from "./types.js";

/** A client whose certificate may be revoked. */
export interface ConnectedPeer extends Peer {
  readonly certificate: ShownCertificate | undefined;
}

const known = new WeakMap<object, ConnectedPeer>();

/**
 * Returns the client of a connection. The first call, at the end of the handshake, reads its
 * identity. Later calls return the same object, so later events on the connection do not change the
 * identity.
 */
export function peerOf(socket: TLSSocket): ConnectedPeer {
  const found = known.get(socket);
  if (found !== undefined) return found;
  const { remoteAddress = "", remotePort = "" } = socket;
  const peer = { certificate: certificateOf(socket), address: `${remoteAddress}:${remotePort}` };
  known.set(socket, peer);
  return peer;
}

/**
 * The certificate of a client, and the result of its verification in the handshake. The result is
 * copied, because Node can change it on the socket later.
 */
class ShownCertificate implements ClientCertificate {
  readonly commonName: string;
  readonly organizations: readonly string[];
  readonly sha256: string;
  readonly #expires: number;
  #isAuthorized: boolean;
  #isRevoked = false;

  constructor({ subject, valid_to = "" }: Partial<PeerCertificate>, raw: Buffer, isAuthorized: boolean) {
    this.commonName = textsOf(subject?.CN).at(-1) ?? "";
    this.organizations = textsOf(subject?.O);
    this.sha256 = createHash("sha256").update(raw).digest("hex");
    this.#expires = Date.parse(valid_to);
    this.#isAuthorized = isAuthorized;
  }

  /**
   * Checks the current time, because a connection can stay open after its certificate has expired.
   */
  get isTrusted(): boolean {
    return this.#isAuthorized && Date.now() < this.#expires;
  }

  /**
   * True if the authority that issued the certificate was trusted at the handshake, but is not
   * trusted any more.
   */
  get isRevoked(): boolean {
    return this.#isRevoked;
  }

  /** Marks the certificate as no longer trusted. Returns true if it was trusted before. */
  revoke(): boolean {
    if (!this.#isAuthorized) return false;
    this.#isAuthorized = false;
    this.#isRevoked = true;
    return true;
  }
}

function certificateOf(socket: TLSSocket): ShownCertificate | undefined {
  // Contrary to its declared type, Node's function returns an empty object if the client sent no
  // certificate, and null for a closed socket.
  const certificate = socket.getPeerCertificate() as Partial<PeerCertificate> | null;
  if (certificate?.raw === undefined) return undefined;
  return new ShownCertificate(certificate, certificate.raw, socket.authorized);
}

/**
 * Returns all values of a name in a certificate. Contrary to its declared type, Node returns a list
 * for a name that occurs several times.
 */
function textsOf(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === "string" ? [value] : value;
}
