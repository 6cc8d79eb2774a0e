import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { ConnectionTimeouts } from "./timeouts.js";

/** Maximum number of bytes that are read and dropped after the last response. */
const mostBytes = 32 * 1024 * 1024;

const lingering = new WeakSet<Duplex>();

/**
 * Reports whether the connection has sent its last response. Requests that arrive after it are not
 * served.
 */
export function isLingering(socket: Duplex): boolean {
  return lingering.has(socket);
}

/**
 * Closes the server's side of a connection. Drops the bytes that the client still sends, until the
 * client closes its side or sends nothing for a while. If a socket with unread bytes is closed, it
 * resets the connection, and the client may lose the response (Go: closeWriteAndWait).
 */
export function closeLingering(
  socket: Duplex,
  { linger, lingerAtMost }: Pick<ConnectionTimeouts, "linger" | "lingerAtMost">,
): void {
  if (socket.destroyed || lingering.has(socket)) return;
  lingering.add(socket);
  const begin = performance.now();
  const first = bytesReadOf(socket);
  let seen = first;
  const leave = () => {
    socket.destroy();
  };
  const look = () => {
    const read = bytesReadOf(socket);
    if (read === seen || read - first > mostBytes || performance.now() - begin >= lingerAtMost) leave();
    seen = read;
  };
  const timer = setInterval(look, linger).unref();
  socket.once("close", () => {
    clearInterval(timer);
  });
  socket.on("error", leave).once("end", leave).resume().end();
}

function bytesReadOf(socket: Duplex): number {
  return socket instanceof Socket ? socket.bytesRead : 0;
}
