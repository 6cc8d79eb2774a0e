import type { ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { ClientConnection } from "./connection.js";
import { headersTooLarge } from "./header-size.js";
import { closeLingering, isLingering } from "./linger.js";
import type { ConnectionTimeouts } from "./timeouts.js";

/**
 * Status lines for errors of the HTTP parser, by Node's error code. Other errors get a 400. As in
 * Go's server, the bodies are short.
 */
const answers: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "413 Payload Too Large",
};

interface Latest {
  readonly response: ServerResponse;
  readonly connection: ClientConnection;
}

/**
 * Handles bytes that are not an HTTP/1.1 request: sends an error response, and closes the
 * connection.
 */
export class BrokenRequests {
  /**
   * Latest request of each connection. An error must not be written into the response to this
   * request.
   */
  readonly #latest = new WeakMap<Duplex, Latest>();
  readonly #timeouts: ConnectionTimeouts;

  constructor(timeouts: ConnectionTimeouts) {
    this.#timeouts = timeouts;
  }

  began(response: ServerResponse, connection: ClientConnection): void {
    this.#latest.set(connection.socket, { response, connection });
  }

  /**
   * Responds to the parser's error, after the responses to earlier requests. Closes the connection
   * without a response if its TLS handshake failed, its client has disconnected, or its current
   * response is partly sent.
   */
  refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
    // After the server has refused a request, the parser can report more errors for later bytes of
    // it.
    if (isLingering(socket)) return;
    const { code = "" } = error;
    const { response, connection } = this.#latest.get(socket) ?? {};
    if (!/^(HPE_|ERR_HTTP_)/.test(code) || !socket.writable) {
      socket.destroy();
    } else if (response?.req.complete === true && connection?.isBusy === true) {
      connection.finishResponses(() => {
        this.#response(code, socket);
      });
    } else if (response?.headersSent === true && !response.writableFinished) {
      socket.destroy();
    } else {
      this.#response(code, socket);
    }
  }

  #response(code: string, socket: Duplex): void {
    if (isLingering(socket)) return;
    const status = answers[code] ?? "400 Bad Request";
    const isStatus = code === "HPE_HEADER_OVERFLOW";
    const [type, body] = isStatus
      ? ["application/json", String(headersTooLarge.body)]
      : ["text/plain; charset=utf-8", status];
    socket.write(`HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\nConnection: close\r\n\r\n${body}`);
    closeLingering(socket, this.#timeouts);
  }
}
