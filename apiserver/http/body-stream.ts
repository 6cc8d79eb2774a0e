import type { Sink, StreamBody } from "./types.js";

/**
 * Returns the body of a response whose pieces come from a handler. Waits while the client reads
 * slowly. If the handler fails, the response is cut off if the transport supports this, so that the
 * client does not treat it as complete.
 */
export function bodyStream(pieces: AsyncIterable<string | Uint8Array>): StreamBody {
  return (sink) => {
    void pump(pieces, sink);
  };
}

async function pump(pieces: AsyncIterable<string | Uint8Array>, sink: Sink): Promise<void> {
  const iterator = pieces[Symbol.asyncIterator]();
  const gone = new Promise<"gone">((resolve) => {
    if (sink.closed.aborted) resolve("gone");
    else
      sink.closed.addEventListener(
        "abort",
        () => {
          resolve("gone");
        },
        { once: true },
      );
  });
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), gone]);
      if (next === "gone" || next.done === true) break;
      const piece = typeof next.value === "string" ? next.value : Buffer.from(next.value);
      if (!sink.write(piece)) await Promise.race([drained(sink), gone]);
    }
    sink.end();
  } catch {
    if (sink.cut === undefined) sink.end();
    else sink.cut();
  } finally {
    // The promise is not awaited, because the handler may be waiting for something other than its
    // client.
    iterator.return?.().then(undefined, () => undefined);
  }
}

function drained(sink: Sink): Promise<void> {
  return new Promise((resolve) => {
    sink.onDrain(resolve);
  });
}
