import { createHash } from "node:crypto";
import type { PeerCertificate, TLSSocket } from "node:tls";
import type { ClientCertificate, Peer } from "./types.js";

/** A peer whose certificate may be revoked. */
export interface ConnectedPeer extends Peer {
  readonly certificate: ShownCertificate | undefined;
}

const known = new WeakMap<object, ConnectedPeer>();

/**
 * Returns the identity of the client of a connection. The first call reads it at the end of the
 * handshake. Later calls return the same peer, so that later events on the connection do not change
 * the identity.
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
 * The certificate of a client and the result of its handshake. The result is a copy, because the
 * property of the socket can change.
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

  /** A connection can outlive the certificate of its handshake. */
  get isTrusted(): boolean {
    return this.#isAuthorized && Date.now() < this.#expires;
  }

  /**
   * Whether the authority that issued the certificate was trusted at the handshake, but is not
   * trusted any more.
   */
  get isRevoked(): boolean {
    return this.#isRevoked;
  }

  /** Ends the trust in the certificate. Returns whether it was trusted before. */
  revoke(): boolean {
    if (!this.#isAuthorized) return false;
    this.#isAuthorized = false;
    this.#isRevoked = true;
    return true;
  }
}

function certificateOf(socket: TLSSocket): ShownCertificate | undefined {
  // Contrary to its type, Node returns an empty object without a client certificate, and null for a
  // closed socket.
  const certificate = socket.getPeerCertificate() as Partial<PeerCertificate> | null;
  if (certificate?.raw === undefined) return undefined;
  return new ShownCertificate(certificate, certificate.raw, socket.authorized);
}

/**
 * Returns all values of a name. Contrary to its type, a name that occurs several times is a list.
 */
function textsOf(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === "string" ? [value] : value;
}
