import { createHash } from "node:crypto";
import { TLSSocket } from "node:tls";
import type { PeerCertificate } from "node:tls";
import type { ClientCertificate, Peer } from "./exchange.js";

const known = new WeakMap<object, Peer>();

/**
 * Returns the identity at the other end of a connection. The first call, at the end of the handshake, reads it; later calls
 * return the same peer, so that nothing that happens on the connection afterwards changes the identity.
 */
export function peerOf(socket: object | undefined): Peer {
  if (socket === undefined) return { certificate: undefined };
  const found = known.get(socket);
  if (found !== undefined) return found;
  const peer = socket instanceof TLSSocket ? { certificate: certificateOf(socket), address: `${socket.remoteAddress ?? ""}:${socket.remotePort ?? ""}` } : { certificate: undefined };
  known.set(socket, peer);
  return peer;
}

function certificateOf(socket: TLSSocket): ClientCertificate | undefined {
  // Without a client certificate this is an empty object, and null on a socket that is gone: more than its type says.
  const certificate = socket.getPeerCertificate() as Partial<PeerCertificate> | null;
  if (certificate?.raw === undefined) return undefined;
  // The result of the handshake, as a value: the socket's own property may change later.
  const isAuthorized = socket.authorized;
  // A connection may outlive the certificate that it was made with.
  const expires = Date.parse(certificate.valid_to ?? "");
  return {
    get isTrusted() {
      return isAuthorized && Date.now() < expires;
    },
    commonName: textsOf(certificate.subject?.CN)[0] ?? "",
    organizations: textsOf(certificate.subject?.O),
    sha256: createHash("sha256").update(certificate.raw).digest("hex"),
  };
}

/** A name that stands in a certificate more than once is a list, whatever its type says. */
function textsOf(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === "string" ? [value] : value;
}
