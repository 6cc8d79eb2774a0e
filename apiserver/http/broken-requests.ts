import type { ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { headersTooLarge } from "./header-size.js";
import { closeLingering, isLingering } from "./linger.js";
import type { ConnectionTimeouts } from "./timeouts.js";

/**
 * What is told of a request that the parser gave up, by its error; 400 for all others. Go's server
 * answers as tersely.
 */
const answers: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "413 Payload Too Large",
};

/** Answers what is no HTTP/1.1, and hangs up. */
export class BrokenRequests {
  /** What was begun last on each connection: nothing may be written into the middle of it. */
  readonly #answers = new WeakMap<Duplex, ServerResponse>();
  readonly #timeouts: ConnectionTimeouts;

  constructor(timeouts: ConnectionTimeouts) {
    this.#timeouts = timeouts;
  }

  began(response: ServerResponse): void {
    if (response.socket !== null) this.#answers.set(response.socket, response);
  }

  /**
   * Also of what did not even come to a request: a handshake that broke off, a client that is gone.
   * Those are told nothing.
   */
  refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
    // The rest of a request that was refused already: the parser fails again with each part of it.
    if (isLingering(socket)) return;
    const answer = this.#answers.get(socket);
    const { code = "" } = error;
    if (
      !/^(HPE_|ERR_HTTP_)/.test(code) ||
      !socket.writable ||
      (answer !== undefined && answer.headersSent && !answer.writableFinished)
    ) {
      socket.destroy();
      return;
    }
    const status = answers[code] ?? "400 Bad Request";
    const isStatus = code === "HPE_HEADER_OVERFLOW";
    const [type, body] = isStatus
      ? ["application/json", String(headersTooLarge.body)]
      : ["text/plain; charset=utf-8", status];
    socket.write(`HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\nConnection: close\r\n\r\n${body}`);
    closeLingering(socket, this.#timeouts);
  }
}
