import type { ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { ClientConnection } from "./connection.js";
import { headersTooLarge } from "./header-size.js";
import { closeLingering, isLingering } from "./linger.js";
import type { ConnectionTimeouts } from "./timeouts.js";
import type { Server, Socket } from "node:net";

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

type PlainTimeouts = Pick<ConnectionTimeouts, "headers" | "linger" | "lingerAtMost">;

/** Matches the first bytes of plain HTTP requests. TLS records begin with other bytes. */
const likeHTTP = /^[A-Z]{3}/;

/** The response of Go's server: HTTP/1.0, because the version of the client is unknown. */
const response = "HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n";

/**
 * Responds to plain HTTP requests on a TLS port with an explanation. Other connections continue
 * with their TLS handshake. Must be called before the server listens.
 */
export function refusePlainHTTP(server: Server, timeouts: PlainTimeouts): void {
  const handshakes = server.listeners("connection");
  server.removeAllListeners("connection");
  server.on("connection", (socket: Socket) => {
    const leave = () => {
      socket.destroy();
    };
    // The listeners of Node's HTTP server do not run yet, and an error without a listener would end
    // the process.
    socket.on("error", leave).setTimeout(timeouts.headers, leave);
    socket.once("readable", () => {
      socket.off("error", leave).off("timeout", leave).setTimeout(0);
      const head = socket.read() as Buffer | null;
      if (head === null) {
        socket.destroy();
      } else if (likeHTTP.test(head.toString("latin1", 0, 3))) {
        socket.write(response);
        closeLingering(socket, timeouts);
      } else {
        socket.unshift(head);
        for (const handshake of handshakes) handshake.call(server, socket);
      }
    });
  });
}
