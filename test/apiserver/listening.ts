import { once } from "node:events";
import { connect as connectHTTP2, type ClientHttp2Session } from "node:http2";
import type { Socket } from "node:net";
import type { Readable } from "node:stream";
import { connect, type ConnectionOptions, type TLSSocket } from "node:tls";
import { createAuthority, issueServing, type KeyPair } from "../../apiserver/certificates/authority.js";
import type { Handler } from "../../apiserver/http/types.js";
import { TLSListener } from "../../apiserver/http/listener.js";
import type { ConnectionTimeouts } from "../../apiserver/http/timeouts.js";

/** Listener with one handler. It closes the clients that have connected to it. */
export class Listening {
  readonly listener: TLSListener;
  readonly #authority: KeyPair;
  readonly #clients: (TLSSocket | ClientHttp2Session)[] = [];

  private constructor(listener: TLSListener, authority: KeyPair) {
    this.listener = listener;
    this.#authority = authority;
  }

  static async with(timeouts: Partial<ConnectionTimeouts>, handler: Handler): Promise<Listening> {
    const authority = await createAuthority("ca");
    const tls = { pair: await issueServing(authority, ["127.0.0.1"]), named: [], clientCA: authority.certificate };
    return new Listening(
      await TLSListener.listen({ tls, bindAddress: "127.0.0.1", port: 0, timeouts }, handler),
      authority,
    );
  }

  /**
   * Connects with the given ALPN protocol. The client can still write to the socket after the
   * server has closed its side.
   */
  async socket(protocol = "http/1.1"): Promise<TLSSocket> {
    // Node supports the option `allowHalfOpen`, but its type declarations lack it.
    const halfOpen: ConnectionOptions & { readonly allowHalfOpen: boolean } = { allowHalfOpen: true };
    const socket = connect({
      port: this.listener.port,
      host: "127.0.0.1",
      ca: this.#authority.certificate,
      ALPNProtocols: [protocol],
      ...halfOpen,
    });
    this.#clients.push(socket.on("error", () => undefined));
    await once(socket, "secureConnect");
    return socket;
  }

  session(): ClientHttp2Session {
    const session = connectHTTP2(`https://127.0.0.1:${String(this.listener.port)}`, {
      ca: this.#authority.certificate,
    });
    this.#clients.push(session.on("error", () => undefined));
    return session;
  }

  async close(): Promise<void> {
    for (const client of this.#clients) client.destroy();
    const closed = this.listener.close();
    this.listener.destroyConnections();
    await closed;
  }
}

export const get = (path: string, ...headers: readonly string[]) =>
  `GET ${path} HTTP/1.1\r\n${["Host: x", ...headers].join("\r\n")}\r\n\r\n`;

export const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Resolves when the stream has ended, failed or closed, so that no more data arrives. */
export function ended(readable: Readable): Promise<void> {
  return new Promise((resolve) => {
    if (readable.destroyed || readable.readableEnded) resolve();
    for (const event of ["end", "close", "error"]) readable.once(event, resolve);
  });
}

/**
 * Resolves when the server has closed a half-open socket in both directions. To detect this, the
 * function writes `poke` until a write fails.
 */
export async function closedByServer(socket: Socket, poke: string | Buffer): Promise<void> {
  const timer = setInterval(() => socket.write(poke), 20);
  await new Promise<void>((resolve) => {
    if (socket.destroyed) resolve();
    socket.once("close", () => {
      resolve();
    });
  });
  clearInterval(timer);
}
