import { StatusError } from "../errors/status-error.js";
import { defaultMaxResponseBytes } from "../rest/read-body.js";
import { ConnectionError } from "../rest/transport.js";
import type { APIObject, ErrorEvent, WatchEvent } from "../rest/resource-type.js";
import type { WatchDeadline } from "./deadline.js";
import { LineBuffer } from "./lines.js";

/**
 * Stream of changes to a collection. It can be read once, with `for await`. Leaving the loop closes
 * the watch. Servers end every watch after some time. The caller then opens a new watch from the
 * last resourceVersion, as Reflector does.
 */
export class Watch<T extends APIObject> implements AsyncIterable<WatchEvent<T>> {
  readonly #body: AsyncIterable<Uint8Array>;
  readonly #decode: (line: string) => WatchEvent<T> | ErrorEvent;
  readonly #deadline: WatchDeadline;
  readonly #maxEventBytes: number;
  #isClosed = false;

  constructor(
    body: AsyncIterable<Uint8Array>,
    decode: (line: string) => WatchEvent<T> | ErrorEvent,
    deadline: WatchDeadline,
    maxEventBytes = defaultMaxResponseBytes,
  ) {
    this.#body = body;
    this.#decode = decode;
    this.#deadline = deadline;
    this.#maxEventBytes = maxEventBytes;
  }

  /** @throws the errors that the iterator of `batches` throws */
  async *[Symbol.asyncIterator](): AsyncGenerator<WatchEvent<T>> {
    for await (const events of this.batches()) yield* events;
  }

  /**
   * Iterates over the events in batches that arrived together. After `close` the iteration ends
   * without an error.
   * @throws StatusError for an ERROR event, ConnectionError if the connection breaks, the reason of
   * the watch's signal
   */
  async *batches(): AsyncGenerator<readonly WatchEvent<T>[]> {
    const lines = new LineBuffer(this.#maxEventBytes);
    try {
      for await (const chunk of this.#body) {
        const { events, failure } = this.#eventsOf(lines.push(chunk));
        if (events.length > 0) yield events;
        if (failure !== undefined) throw failure;
      }
      if (lines.hasRest) throw new ConnectionError("watch: the connection ended within an event", false, undefined);
    } catch (error) {
      if (!this.#isClosed) throw error;
    } finally {
      this.close();
    }
  }

  /** Closes the watch. No further events are returned. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#deadline.end();
    this.#deadline.abort();
  }

  /**
   * Decodes lines into events. Stops at an invalid line or an ERROR event, and returns the failure
   * together with the earlier events.
   */
  #eventsOf(lines: readonly string[]): { readonly events: readonly WatchEvent<T>[]; readonly failure?: Error } {
    const events: WatchEvent<T>[] = [];
    for (const line of lines) {
      let event;
      try {
        event = this.#decode(line);
      } catch (error) {
        return {
          events,
          failure: new Error(
            `unable to decode an event from the watch stream: ${error instanceof Error ? error.message : String(error)}`,
            { cause: error },
          ),
        };
      }
      if (event.type === "ERROR") return { events, failure: new StatusError(event.object) };
      events.push(event);
    }
    return { events };
  }
}
