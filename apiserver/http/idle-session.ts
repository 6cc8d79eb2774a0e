import type { ServerHttp2Session, ServerHttp2Stream } from "node:http2";
import type { ConnectionTimeouts } from "./timeouts.js";

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
