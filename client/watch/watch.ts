import { StatusError } from "../errors/status-error.js";
import { defaultMaxResponseBytes } from "../rest/read-body.js";
import { ConnectionError } from "../rest/transport.js";
import type { APIObject, ErrorEvent, WatchEvent } from "../rest/resource-type.js";
import type { WatchDeadline } from "./deadline.js";
import { LineBuffer } from "./lines.js";

/**
 * A stream of a collection's changes. It is read once, by `for await`; leaving the loop closes it.
 * It ends when the server ends it, which all do after a time: who wants more goes on from the last
 * resourceVersion. Reflector does.
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

  /** @throws as `batches` */
  async *[Symbol.asyncIterator](): AsyncGenerator<WatchEvent<T>> {
    for await (const events of this.batches()) yield* events;
  }

  /**
   * The same events, as many at a time as have come at once.
   * @throws StatusError for an ERROR event, ConnectionError where the connection breaks, the reason
   * of the watch's signal; nothing after `close`
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

  /** Ends it: no event comes any more. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#deadline.end();
    this.#deadline.abort();
  }

  /** What came before a failure is told first. */
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
