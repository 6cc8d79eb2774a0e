import type { StorageWatch, StorageEvent } from "../watch.js";

/**
 * Yields the events of a watch as they arrive, until the watch is closed. Closes the watch when the
 * reader stops.
 * @throws the error that ended the watch
 */
export async function* eventsOf(
  watch: Pick<StorageWatch, "ready" | "take" | "close">,
  isClosed: () => boolean,
): AsyncGenerator<readonly StorageEvent[]> {
  try {
    while (!isClosed()) {
      await watch.ready();
      const events = watch.take();
      if (events.length > 0) yield events;
    }
  } finally {
    watch.close();
  }
}
