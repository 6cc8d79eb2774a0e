import { ConnectionError } from "../rest/transport.js";
import type { APIObject, WatchEvent } from "../rest/resource-type.js";
import type { WatchDeadline } from "./deadline.js";
import type { EventDecoder } from "./event-decoder.js";

/**
 * Stream of changes to a collection. It can be read once, with `for await`. Leaving the loop closes
 * the watch. Servers end every watch after some time. The caller must then open a new watch at the
 * last resourceVersion, as Reflector does.
 */
export class Watch<T extends APIObject> implements AsyncIterable<WatchEvent<T>> {
  readonly #body: AsyncIterable<Uint8Array>;
  readonly #decoder: EventDecoder<T>;
  readonly #deadline: WatchDeadline;
  #isClosed = false;

  constructor(body: AsyncIterable<Uint8Array>, decoder: EventDecoder<T>, deadline: WatchDeadline) {
    this.#body = body;
    this.#decoder = decoder;
    this.#deadline = deadline;
  }

  /** @throws the errors that the iterator of `batches` throws */
  async *[Symbol.asyncIterator](): AsyncGenerator<WatchEvent<T>> {
    for await (const events of this.batches()) yield* events;
  }

  /**
   * Iterates over the events in batches. A batch contains the events that have arrived together.
   * After `close`, the iteration ends without an error.
   * @throws StatusError for an ERROR event, Error for an event that cannot be decoded,
   * ResponseTooLargeError for an event that is larger than the limit, ConnectionError if the
   * connection breaks, the reason of the watch's signal
   */
  async *batches(): AsyncGenerator<readonly WatchEvent<T>[]> {
    try {
      for await (const chunk of this.#body) {
        const { events, failure } = this.#decoder.push(chunk);
        if (events.length > 0) yield events;
        if (failure !== undefined) throw failure;
      }
      if (this.#decoder.hasRest)
        throw new ConnectionError("watch: the connection ended within an event", false, undefined);
    } catch (error) {
      if (!this.#isClosed) throw error;
    } finally {
      this.close();
    }
  }

  /** Closes the watch. No further events are returned, except the rest of the current batch. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#deadline.end();
    this.#deadline.abort();
  }
}
