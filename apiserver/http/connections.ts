import type { Http2SecureServer, ServerHttp2Session, ServerHttp2Stream } from "node:http2";
import type { Server as HTTPSServer } from "node:https";
import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { ClientConnection } from "./connection.js";
import { closeLingering } from "./linger.js";
import type { ConnectionTimeouts } from "./timeouts.js";
import { TrustedAuthorities, type ClientAuthorities } from "./trusted-authorities.js";

/** The open connections of a server. */
export class Connections {
  readonly #timeouts: ConnectionTimeouts;
  readonly #sockets = new Set<Socket>();
  /**
   * TCP sockets whose TLS handshake has not finished, by client address. They are recorded because
   * a handshake uses the CAs that were trusted when it began.
   */
  readonly #handshaking = new Map<string, Socket>();
  readonly #connections = new Set<ClientConnection>();
  /**
   * Connections by the object that Node passes to event listeners: a TLS socket or an HTTP/2
   * session.
   */
  readonly #found = new WeakMap<object, ClientConnection>();
  readonly #sessions = new Set<ServerHttp2Session>();
  /** The connection whose TLS handshake finished last; undefined if it is closed. */
  #latest: ClientConnection | undefined;

  #isLeaving = false;

  /** The CAs for connections whose handshake begins from now on. */
  #authorities: TrustedAuthorities;

  constructor(server: Http2SecureServer | HTTPSServer, timeouts: ConnectionTimeouts, authorities: ClientAuthorities) {
    this.#timeouts = timeouts;
    this.#authorities = new TrustedAuthorities(authorities);
    // This listener is prepended, so that it runs before Node's own listener reads the first
    // request.
    server.prependListener("secureConnection", (socket: TLSSocket) => {
      this.#secured(socket);
    });
    server.on("session", (session: ServerHttp2Session) => {
      this.#opened(session);
    });
    server.on("connection", (socket: Socket) => {
      const otherEnd = otherEndOf(socket);
      this.#sockets.add(socket);
      this.#handshaking.set(otherEnd, socket);
      socket.once("close", () => {
        this.#sockets.delete(socket);
        if (this.#handshaking.get(otherEnd) === socket) this.#handshaking.delete(otherEnd);
      });
    });
  }

  /**
   * Returns the connection of a TLS socket or an HTTP/2 session; undefined if the server knows
   * none.
   */
  of(key: object | undefined): ClientConnection | undefined {
    return key === undefined ? undefined : this.#found.get(key);
  }

  /** Applies a change of the trusted CAs. */
  reconsider(authorities: ClientAuthorities): void {
    this.#authorities = new TrustedAuthorities(authorities);
    for (const socket of this.#handshaking.values()) socket.destroy();
    for (const connection of this.#connections) connection.reconsider(this.#authorities);
  }

  /** Asks the clients of all connections, also of later ones, to use other servers. */
  leave(): void {
    this.#isLeaving = true;
    for (const connection of this.#connections) connection.leave();
  }

  /** Closes the connections that have no requests in progress. */
  closeIdle(): void {
    for (const socket of this.#handshaking.values()) socket.destroy();
    for (const connection of this.#connections) connection.closeIfIdle();
  }

  /** Closes all connections immediately. */
  destroy(): void {
    for (const session of this.#sessions) session.destroy();
    for (const socket of this.#sockets) socket.destroy();
  }

  #secured(socket: TLSSocket): void {
    this.#handshaking.delete(otherEndOf(socket));
    const connection = new ClientConnection(socket, this.#timeouts, this.#authorities);
    this.#latest = connection;
    this.#connections.add(connection);
    this.#found.set(socket, connection);
    if (this.#isLeaving) connection.leave();
    socket.once("close", () => {
      this.#connections.delete(connection);
      if (this.#latest === connection) this.#latest = undefined;
    });
    // Node calls `destroySoon` after the last response over HTTP/1.1. The replacement lets the
    // client read this response before the connection closes.
    if (socket.alpnProtocol !== "h2") {
      socket.destroySoon = () => {
        closeLingering(socket, this.#timeouts);
      };
    }
  }

  #opened(session: ServerHttp2Session): void {
    // Node opens the HTTP/2 session while it reports the end of the TLS handshake. The session
    // therefore belongs to the latest connection.
    const connection = this.#latest;
    if (connection === undefined || otherEndOf(connection.socket) !== otherEndOf(session.socket)) {
      session.destroy();
      return;
    }
    this.#sessions.add(session);
    session.once("close", () => this.#sessions.delete(session));
    this.#found.set(session, connection);
    connection.speaksHTTP2(session);
    if (this.#isLeaving) connection.leave();
    closeWhenIdle(session, this.#timeouts, () => connection.socket.destroy());
  }
}

/**
 * Returns the address and port of the client. They are the same for a TLS socket and its TCP
 * socket.
 */
function otherEndOf({ remoteAddress = "", remotePort = 0 }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

type IdleTimeouts = Pick<ConnectionTimeouts, "idle" | "goodbye" | "probe">;

/**
 * Sends a GOAWAY to a client that has made no requests for `idle` milliseconds, and closes its
 * connection, as Go's http2.Server.IdleTimeout does. A watch counts as a request, a PING does not.
 * If the client does not close the connection, the server destroys it after `goodbye` milliseconds.
 *
 * A client without requests must also respond to a PING every `probe` milliseconds. After a
 * protocol error, or while a client sends headers without an end, Node does not report that the
 * client has closed the connection.
 * @param destroy ends the connection immediately
 */
export function closeWhenIdle(
  session: ServerHttp2Session,
  { idle, goodbye, probe }: IdleTimeouts,
  destroy: () => void,
): void {
  let open = 0;
  let idleSince = performance.now();
  let isProbed = false;
  const ended = () => {
    if (--open === 0) idleSince = performance.now();
  };
  session.on("stream", (stream: ServerHttp2Stream) => {
    open++;
    stream.once("close", ended);
  });
  // Runs periodically. This costs less than a timer that each request restarts.
  const look = () => {
    const left = open > 0 ? idle : idleSince + idle - performance.now();
    if (left <= 0) {
      session.close();
      timer = wait(goodbye, destroy);
      return;
    }
    if (open > 0 || idle - left < probe) isProbed = false;
    else if (isProbed) {
      destroy();
      return;
    } else {
      isProbed = true;
      ping(session, () => (isProbed = false));
    }
    timer = wait(Math.min(probe, left), look);
  };
  const wait = (milliseconds: number, then: () => void) => setTimeout(then, milliseconds).unref();
  let timer = wait(Math.min(probe, idle), look);
  session.once("close", () => {
    clearTimeout(timer);
  });
}

/** Sends a PING. Calls `then` when the client has responded. */
function ping(session: ServerHttp2Session, then: () => void): void {
  if (session.closed || session.destroyed) return;
  session.ping((error) => {
    // The callback gets an error if the session ends before the client has responded.
    if (error === null) then();
  });
}
