import type { ServerHttp2Session } from "node:http2";
import type { TLSSocket } from "node:tls";
import type { TrustedAuthorities } from "./trusted-authorities.js";
import { peerOf, type ConnectedPeer } from "./peer.js";
import type { ConnectionTimeouts } from "./timeouts.js";

/** A response or a websocket in progress on a connection. */
export interface Exchange {
  /** Ends the stream of the response without an error. */
  stop(): void;
  /** Called when the connection is closed. */
  settle(): void;
  /**
   * Called when the socket has accepted all data, so that the response can continue. Node does not
   * emit `drain` on the response after the upgrade to a websocket.
   */
  drain?(): void;
}

/** A TLS connection of a client. */
export class ClientConnection {
  readonly peer: ConnectedPeer;
  readonly socket: TLSSocket;
  readonly timeouts: ConnectionTimeouts;
  readonly #open = new Set<Exchange>();
  #session: ServerHttp2Session | undefined;
  #newest: Exchange | undefined;
  #isLeaving = false;
  #isEnding = false;
  #onIdle: (() => void) | undefined;

  constructor(socket: TLSSocket, timeouts: ConnectionTimeouts, authorities: TrustedAuthorities) {
    this.peer = peerOf(socket, authorities);
    this.socket = socket;
    this.timeouts = timeouts;
    socket.once("close", () => {
      for (const exchange of this.#open) exchange.settle();
    });
  }

  /**
   * Reports whether the connection ends after the response of an exchange: the server has asked the
   * client to leave, and no later request has begun on the connection. (The response to a later
   * request would be lost.) After the result true, the connection serves no further requests.
   */
  endsWith(exchange: Exchange): boolean {
    const ends = this.#isLeaving && exchange === this.#newest;
    if (ends) this.#isEnding = true;
    return ends;
  }

  /** True if the last response of an HTTP/1.1 connection is being written or was written. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  /**
   * Asks the client to use another connection: over HTTP/2 with a GOAWAY, over HTTP/1.1 in the next
   * response.
   */
  leave(): void {
    this.#isLeaving = true;
    this.#session?.close();
  }

  /** Closes an HTTP/1.1 connection that has no requests in progress. */
  closeIfIdle(): void {
    if (this.#session === undefined && this.#open.size === 0) this.socket.destroySoon();
  }

  speaksHTTP2(session: ServerHttp2Session): void {
    this.#session = session;
  }

  begin(exchange: Exchange): void {
    this.#open.add(exchange);
    this.#newest = exchange;
    // The CA of the client's certificate was removed between the arrival of the request and the
    // beginning of its watch.
    if (this.peer.certificate?.isRevoked === true) exchange.stop();
  }

  end(exchange: Exchange): void {
    this.#open.delete(exchange);
    if (this.#open.size === 0) this.#onIdle?.();
    if (this.#isLeaving) this.closeIfIdle();
  }

  /** Reports whether a response is in progress. */
  get isBusy(): boolean {
    return this.#open.size > 0;
  }

  /**
   * Sends the rest of the responses in progress after Node has stopped reading requests. Drops
   * further bytes from the client. Calls `then` after the last response. Only the first call has an
   * effect.
   */
  finishResponses(then: () => void): void {
    if (this.#onIdle !== undefined) return;
    const { socket } = this;
    const drain = () => {
      for (const exchange of this.#open) exchange.drain?.();
    };
    socket.on("drain", drain).resume();
    this.#onIdle = () => {
      this.#onIdle = undefined;
      socket.off("drain", drain);
      if (!socket.destroyed) then();
    };
  }

  /**
   * Applies a change of the trusted CAs. A connection stays open if the new CAs trust its client
   * certificate for the same purposes. Any other connection only finishes the requests in progress;
   * its watches end too if its certificate was trusted before.
   */
  reconsider(authorities: TrustedAuthorities): void {
    const { certificate } = this.peer;
    const isValid = certificate !== undefined && (certificate.isTrusted || certificate.isFrontProxy);
    if (isValid && certificate.keeps(authorities.included(this.socket))) return;
    this.leave();
    if (certificate?.revoke() === true) {
      for (const exchange of this.#open) exchange.stop();
      const timer = setTimeout(() => this.socket.destroy(), this.timeouts.revoked).unref();
      this.socket.once("close", () => {
        clearTimeout(timer);
      });
    }
    this.closeIfIdle();
  }
}
