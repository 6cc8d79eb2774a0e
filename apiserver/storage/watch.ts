import type { KeyValue } from "./storage.js";

/**
 * A position in the ordered changes of a store. Readers pull changes: `ready` waits for changes,
 * and `take` returns the available events. A reader that pauses therefore needs no memory except
 * for its position. `for await (const events of watch)` calls both methods, and throws the error
 * that ended the watch.
 *
 * `close` ends a watch. An error also ends it. After an error, `take` throws this error at each
 * call: CompactedError (the position was compacted), SlowWatcherError (the next events were removed
 * before the reader took them), StorageClosedError, or another error of the store.
 */
export interface StorageWatch extends AsyncIterable<readonly StorageEvent[]> {
  /** Revision up to which all events have been taken, for bookmarks. It never decreases. */
  readonly revision: number;

  /** Resolves when `take` may return events or throw, and after `close`. */
  ready(): Promise<void>;

  /**
   * Returns the next events in order without waiting; an empty list if none are available. Each
   * call returns a limited number of events, so a further call may return more events at once.
   */
  take(): readonly StorageEvent[];

  /**
   * Requests the newest revision of a remote store. When the revision arrives, `ready` resolves,
   * and `revision` may have increased although `take` returns no events. Has no effect for a store
   * in this process.
   */
  requestProgress(): void;

  /** Ends the watch. Can be called several times, and after an error. */
  close(): void;
}

/**
 * One write. `current` is absent for a delete. `previous` is absent for a create, and can be absent
 * if the watch has the option `omitsPrevious`. All watches share the object, so readers must not
 * change it.
 */
export interface StorageEvent {
  readonly key: string;
  readonly revision: number;
  readonly current?: KeyValue;
  readonly previous?: KeyValue;
}
