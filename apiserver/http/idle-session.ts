import type { ServerHttp2Session, ServerHttp2Stream } from "node:http2";
import type { ConnectionTimeouts } from "./timeouts.js";

/**
 * Sends a GOAWAY to a client without requests for `idle` milliseconds, and closes its connection. A
 * watch is a request, pings are not. Go's http2.Server.IdleTimeout. A client that does not close
 * then loses its connection after `goodbye` milliseconds: it may hold the session open by headers
 * without an end, which only the protocol's library knows.
 */
export function closeWhenIdle(
  session: ServerHttp2Session,
  { idle, goodbye }: Pick<ConnectionTimeouts, "idle" | "goodbye">,
  destroy: () => void,
): void {
  let open = 0;
  let idleSince = performance.now();
  const ended = () => {
    if (--open === 0) idleSince = performance.now();
  };
  session.on("stream", (stream: ServerHttp2Stream) => {
    open++;
    stream.once("close", ended);
  });
  // Requests touch no timer: it looks now and then how long there was none.
  const look = () => {
    const left = open > 0 ? idle : idleSince + idle - performance.now();
    if (left > 0) {
      timer = wait(left, look);
      return;
    }
    session.close();
    timer = wait(goodbye, destroy);
  };
  const wait = (milliseconds: number, then: () => void) => setTimeout(then, milliseconds).unref();
  let timer = wait(idle, look);
  session.once("close", () => {
    clearTimeout(timer);
  });
}
