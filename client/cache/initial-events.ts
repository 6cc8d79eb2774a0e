import type { APIObject, WatchEvent } from "../rest/resource-type.js";
import { keyOf } from "./keys.js";
import type { Listed } from "./list-all.js";
import type { EventStream } from "./lister-watcher.js";

/** On the bookmark behind the last of what there was when a watch began (KEP-3157). */
const endAnnotation = "k8s.io/initial-events-end";

/**
 * For how long a server that streams a list may be silent, in milliseconds: one that does not know
 * of it would be for ever.
 */
const patience = 30_000;

/** A server that took a request for a streamed list, and does not stream it. */
export class NoInitialEventsError extends Error {
  override readonly name = "NoInitialEventsError";
}

/** A list that came as a stream, and the stream, which goes on with what happens. */
export interface Streamed<T extends APIObject> extends Listed<T> {
  readonly batches: AsyncGenerator<readonly WatchEvent<T>[]>;
}

/**
 * Reads a stream up to the end of its list. It is closed where that fails. @throws
 * NoInitialEventsError, and what the stream throws
 */
export async function readInitialEvents<T extends APIObject>(stream: EventStream<T>): Promise<Streamed<T>> {
  const objects = new Map<string, T>();
  const batches = stream.batches();
  const silence = { isOver: false };
  const giveUp = () => {
    silence.isOver = true;
    stream.close();
  };
  const timer = setTimeout(giveUp, patience);
  try {
    for (;;) {
      const next = await batches.next();
      if (next.done === true)
        throw new NoInitialEventsError(
          silence.isOver
            ? "the server does not end its initial events"
            : "the watch ended before its initial events did",
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
        batches: behind(events.slice(end + 1), batches),
      };
    }
  } catch (error) {
    stream.close();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** What came together with the end of the list, then the rest. */
async function* behind<T extends APIObject>(
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
