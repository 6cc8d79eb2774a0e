import { createHash } from "node:crypto";
import type { PeerCertificate, TLSSocket } from "node:tls";
import type { ClientCertificate, Peer } from "./types.js";

/** A peer whose certificate may be revoked. */
export interface ConnectedPeer extends Peer {
  readonly certificate: ShownCertificate | undefined;
}

const known = new WeakMap<object, ConnectedPeer>();

/**
 * Returns the identity at the other end of a connection. The first call, at the end of the
 * handshake, reads it; later calls return the same peer, so that nothing that happens on the
 * connection afterwards changes the identity.
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
 * A client's certificate, and the result of its handshake as a value: the socket's own property may
 * change later.
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

  /** A connection may outlive the certificate that it was made with. */
  get isTrusted(): boolean {
    return this.#isAuthorized && Date.now() < this.#expires;
  }

  /**
   * Whether an authority that was trusted at the handshake has issued it, and is not trusted any
   * more.
   */
  get isRevoked(): boolean {
    return this.#isRevoked;
  }

  /** Ends the trust in a certificate that had it. @returns whether it had */
  revoke(): boolean {
    if (!this.#isAuthorized) return false;
    this.#isAuthorized = false;
    this.#isRevoked = true;
    return true;
  }
}

function certificateOf(socket: TLSSocket): ShownCertificate | undefined {
  // Without a client certificate this is an empty object, and null on a socket that is gone: more
  // than its type says.
  const certificate = socket.getPeerCertificate() as Partial<PeerCertificate> | null;
  if (certificate?.raw === undefined) return undefined;
  return new ShownCertificate(certificate, certificate.raw, socket.authorized);
}

/** A name that stands in a certificate more than once is a list, whatever its type says. */
function textsOf(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === "string" ? [value] : value;
}
