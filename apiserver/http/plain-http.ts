import type { Server, Socket } from "node:net";
import { closeLingering } from "./linger.js";
import type { ConnectionTimeouts } from "./timeouts.js";

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
