import type { Server, Socket } from "node:net";
import { closeLingering } from "./linger.js";
import type { ConnectionTimeouts } from "./timeouts.js";

type PlainTimeouts = Pick<ConnectionTimeouts, "headers" | "linger" | "lingerAtMost">;

/** A TLS record never begins like this. */
const likeHTTP = /^[A-Z]{3}/;

/** What Go's server answers: a word of HTTP/1.0, as nobody knows yet what the client speaks. */
const response = "HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n";

/**
 * Tells who speaks plain HTTP to a TLS port what is wrong; everybody else's handshake goes on. Only
 * before the server listens.
 */
export function refusePlainHTTP(server: Server, timeouts: PlainTimeouts): void {
  const handshakes = server.listeners("connection");
  server.removeAllListeners("connection");
  server.on("connection", (socket: Socket) => {
    const leave = () => {
      socket.destroy();
    };
    // Nobody else listens to the socket yet.
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
