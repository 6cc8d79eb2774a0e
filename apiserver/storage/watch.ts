import type { KeyValue } from "./storage.js";

/**
 * A position in the ordered stream of changes. Readers pull: `ready` waits, and `take` returns the
 * available events, so a reader that stops costs only its position. `for await (const events of
 * watch)` does both and throws the error that ended the watch.
 *
 * `close` ends a watch. An error ends it too, and `ready` and `take` throw it from then on:
 * CompactedError (the position was compacted), SlowWatcherError (the position left the window of a
 * watch cache), StorageClosedError, or another error of the store.
 */
export interface Watch extends AsyncIterable<readonly WatchEvent[]> {
  /**
   * All events up to and including this revision have been taken. Bookmarks report it. It never
   * decreases.
   */
  readonly revision: number;

  /** Resolves when `take` may return events or throw, and after `close`. */
  ready(): Promise<void>;

  /**
   * Returns the next events in order without waiting; empty if none are available. One call returns
   * a limited number, and more may follow at once.
   */
  take(): readonly WatchEvent[];

  /**
   * Asks a remote store for its newest revision. `ready` then resolves, and `revision` may have
   * grown although `take` returns no events. Has no effect for a store of this process.
   */
  requestProgress(): void;

  /** Stops the watch. Idempotent, also after an error. */
  close(): void;
}

/**
 * One write. `previous` is absent for a create, `current` for a delete. All watches share the
 * object, so it must not be changed.
 */
export interface WatchEvent {
  readonly key: string;
  readonly revision: number;
  readonly current?: KeyValue;
  readonly previous?: KeyValue;
}
