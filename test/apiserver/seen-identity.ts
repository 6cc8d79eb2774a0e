import { once } from "node:events";
import { connect, type ConnectionOptions } from "node:tls";
import type { KeyPair } from "../../apiserver/certificates/authority.js";
import { get } from "./listening.js";

export interface Seen {
  /** True if the connection resumed an earlier TLS session. */
  readonly isReused: boolean;
  /** Parsed body of the response; undefined if the server closed the connection without one. */
  readonly body: unknown;
  /** TLS session that another connection can try to resume. */
  readonly session: Buffer | undefined;
}

/**
 * Sends one request over a new connection, to a server that responds with the identity that it
 * recognises.
 */
export async function seenIdentity(
  port: number,
  client: KeyPair | undefined,
  options: ConnectionOptions = {},
  headers: readonly string[] = [],
): Promise<Seen> {
  const socket = connect({
    port,
    host: "127.0.0.1",
    rejectUnauthorized: false,
    cert: client?.certificate,
    key: client?.key,
    ...options,
  });
  let text = "";
  let session: Buffer | undefined;
  let isReused = false;
  socket.once("secureConnect", () => (isReused = socket.isSessionReused()));
  socket.on("session", (given: Buffer) => (session = given));
  socket.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  socket.on("error", () => undefined).write(get("/", "Connection: close", ...headers));
  await once(socket, "close");
  const body = text.slice(text.indexOf("\r\n\r\n") + 4);
  return { isReused, body: body === "" ? undefined : (JSON.parse(body) as unknown), session };
}

export const tlsVersions = ["TLSv1.2", "TLSv1.3"] as const;

/** Returns the options of a client that uses one version of TLS. */
export const only = (version: (typeof tlsVersions)[number]) => ({ minVersion: version, maxVersion: version });
