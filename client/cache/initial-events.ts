import type { APIObject, WatchEvent } from "../rest/resource-type.js";
import { keyOf } from "./keys.js";
import type { ListedCollection } from "./list-all.js";
import type { EventStream } from "./lister-watcher.js";

/** Annotation of the bookmark that ends the initial events of a watch (KEP-3157). */
const endAnnotation = "k8s.io/initial-events-end";

/**
 * Maximum time without an event while the client reads a streamed list, in milliseconds. After this
 * time, the client assumes that the server does not stream lists. Without a limit, the client would
 * wait forever for a server that ignores the request for a stream.
 */
const timeout = 30_000;

/**
 * Error for a server that accepts the request for a streamed list but does not send the complete
 * list.
 */
export class NoInitialEventsError extends Error {
  override readonly name = "NoInitialEventsError";
}

/**
 * A list that the server has sent as a stream. `batches` is the rest of the stream: the changes
 * after the list.
 */
export interface Streamed<T extends APIObject> extends ListedCollection<T> {
  readonly batches: AsyncGenerator<readonly WatchEvent<T>[]>;
}

/**
 * Reads a stream to the end of its initial list. Closes the stream after an error.
 * @throws NoInitialEventsError if the stream ends before the list is complete, or if no event
 * arrives for 30 seconds; the errors of the stream
 */
export async function readInitialEvents<T extends APIObject>(stream: EventStream<T>): Promise<Streamed<T>> {
  const objects = new Map<string, T>();
  const batches = stream.batches();
  const silence = { isOver: false };
  const giveUp = () => {
    silence.isOver = true;
    stream.close();
  };
  const timer = setTimeout(giveUp, timeout);
  try {
    for (;;) {
      const next = await batches.next();
      if (next.done === true)
        throw new NoInitialEventsError(
          silence.isOver
            ? "the server sent no end of the initial events in time"
            : "the watch ended within its initial events",
        );
      timer.refresh();
      const events = next.value;
      const end = events.findIndex((event) => isEnd(event));
      for (const event of end < 0 ? events : events.slice(0, end)) apply(objects, event);
      if (end < 0) continue;
      clearTimeout(timer);
      return {
        objects: [...objects.values()],
        resourceVersion: events[end]?.object.metadata.resourceVersion ?? "",
        batches: eventsAfterList(events.slice(end + 1), batches),
      };
    }
  } catch (error) {
    stream.close();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Yields the events that arrived in the same batch after the end of the list. Then yields the rest
 * of the stream.
 */
async function* eventsAfterList<T extends APIObject>(
  more: readonly WatchEvent<T>[],
  batches: AsyncGenerator<readonly WatchEvent<T>[]>,
): AsyncGenerator<readonly WatchEvent<T>[]> {
  if (more.length > 0) yield more;
  yield* batches;
}

function isEnd({ type, object }: WatchEvent<APIObject>): boolean {
  return type === "BOOKMARK" && object.metadata.annotations?.[endAnnotation] === "true";
}

function apply<T extends APIObject>(objects: Map<string, T>, { type, object }: WatchEvent<T>): void {
  if (type === "ADDED" || type === "MODIFIED") objects.set(keyOf(object), object);
  else if (type === "DELETED") objects.delete(keyOf(object));
}
