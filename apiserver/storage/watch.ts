import type { KeyValue } from "./storage.js";

/**
 * A place in the ordered stream of changes. It is pulled, so a reader that stops costs nothing but
 * its place: wait for `ready`, then `take` all there is. `for await (const events of watch)` does
 * both, and throws what ended the watch.
 *
 * A watch ends by `close`, or with an error that `ready` and `take` throw from then on:
 * CompactedError (its place is forgotten history), SlowWatcherError (the same in a watch cache,
 * because it did not keep up), StorageClosedError, or the store's own trouble.
 */
export interface Watch extends AsyncIterable<readonly WatchEvent[]> {
  /**
   * All events up to and including this revision have been taken, or there were none: what a
   * bookmark may say. Never falls.
   */
  readonly revision: number;

  /** Resolves when `take` may have events or would throw, and after `close`. */
  ready(): Promise<void>;

  /**
   * The next events in order, without waiting; empty if there are none now. Later ones may follow
   * at once: a call is bounded.
   */
  take(): readonly WatchEvent[];

  /**
   * Asks the store how far the stream has come where `revision` can't know by itself (a remote
   * store); `ready` then resolves with nothing to take, but `revision` has grown. Nothing to do for
   * a store in this process.
   */
  requestProgress(): void;

  /** No more events; idempotent, also after an error. */
  close(): void;
}

/**
 * One write. Created: without `previous`; deleted: without `current`. Shared by all watches: never
 * changed.
 */
export interface WatchEvent {
  readonly key: string;
  readonly revision: number;
  readonly current?: KeyValue;
  readonly previous?: KeyValue;
}
