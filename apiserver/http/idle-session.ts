import type { ServerHttp2Session, ServerHttp2Stream } from "node:http2";

/**
 * Says goodbye (GOAWAY) to a client that has asked for nothing for so many milliseconds, and closes its connection. A watch is something that was
 * asked for, pings are not. Go's http2.Server.IdleTimeout.
 */
export function closeWhenIdle(session: ServerHttp2Session, timeout: number): void {
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
    const left = open > 0 ? timeout : idleSince + timeout - performance.now();
    if (left > 0) timer = wait(left);
    else session.close();
  };
  const wait = (milliseconds: number) => setTimeout(look, milliseconds).unref();
  let timer = wait(timeout);
  session.once("close", () => {
    clearTimeout(timer);
  });
}
