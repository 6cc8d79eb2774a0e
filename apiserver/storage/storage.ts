import type { GroupResource } from "@apimachinery/runtime";
import type { Watch } from "./watch.js";

/**
 * Stores bytes under keys, with one revision counter for all keys. It does not know kinds:
 * encoding, defaulting and conversion are the caller's. The watch cache is a `Storage` too, so
 * callers do not depend on it.
 *
 * - Every successful write gets the next revision, counted over all keys. Revisions only grow,
 *   across restarts too.
 * - A write is visible to reads and watches when its promise resolves, and is then as durable as
 *   the implementation documents.
 * - Keys are compared as UTF-8 bytes. `prefix` is a plain string prefix: end it with `/` to stay
 *   inside a folder.
 * - Buffers belong to the receiver: neither side changes a buffer that it has passed on.
 * - Every method rejects with `StorageClosedError` after `close`.
 *
 * The contract is k8s.io/apiserver's storage.Interface without the objects.
 * `test/apiserver/storage/conformance.ts` tests it.
 */
export interface Storage {
  /**
   * Whether this process is the only writer of the store. Its watches then have all acknowledged
   * writes, so a reader that has taken all events is up to date. False where other processes write
   * too.
   */
  readonly isExclusive: boolean;

  /** @throws KeyExistsError */
  create(key: string, value: Uint8Array): Promise<KeyValue>;

  /**
   * Resolves without `item` if the key does not exist.
   * @throws CompactedError, FutureRevisionError
   */
  get(key: string, options?: ReadOptions): Promise<GetResult>;

  /**
   * Returns the items under a prefix in the order of their keys, all as of one revision.
   * @throws CompactedError, FutureRevisionError
   */
  list(prefix: string, options?: ListOptions): Promise<ListResult>;

  /**
   * Replaces the value if the key's revision is still `revision` (compare and swap).
   * @throws NotFoundError, ConflictError
   */
  update(key: string, value: Uint8Array, revision: number): Promise<KeyValue>;

  /**
   * Deletes the key. With `revision`, deletes it only at that revision.
   * @throws NotFoundError, ConflictError
   */
  delete(key: string, revision?: number): Promise<Deletion>;

  /**
   * Watches the changes under a prefix: in the order of their revisions, each exactly once. Errors
   * are thrown by the watch.
   */
  watch(prefix: string, options?: WatchOptions): Watch;

  /**
   * Returns the revision of the newest write; 1 before the first write, because 0 means "any
   * revision" to clients.
   */
  currentRevision(): Promise<number>;

  /**
   * Forgets the data that only reads and watches below `revision` need. Reads at `revision` and
   * watches after it still work. Has no effect below the last compaction.
   * @throws FutureRevisionError
   */
  compact(revision: number): Promise<void>;

  /** Waits for accepted writes and ends all watches with `StorageClosedError`. Idempotent. */
  close(): Promise<void>;

  /**
   * Returns a storage for the objects of one resource under a prefix, which ends with a slash. It
   * may hold these objects in memory. Called once for each resource when a server is assembled. It
   * is closed with this storage. Absent where this storage serves all resources itself.
   */
  forResource?(resource: GroupResource, prefix: string): Storage;

  /**
   * Resolves when the data that belong in memory are loaded. Earlier calls work, but take longer.
   * Absent where the storage is always ready.
   */
  ready?(): Promise<void>;
}

/**
 * A value as of a revision. Each write is one object wherever possible, so that it can be the key
 * of a WeakMap.
 */
export interface KeyValue {
  readonly key: string;
  readonly value: Uint8Array;
  /** Revision of the write that made this value. */
  readonly revision: number;
  /**
   * Reason why the store cannot read the value, which is empty then. Absent for readable values.
   * Unreadable items can be deleted.
   */
  readonly unreadable?: string;
}

/**
 * Selects the state that a read returns. Without any field, it is the newest state, which includes
 * all writes that were acknowledged before the call.
 */
export interface ReadOptions {
  /** Reads exactly the state at this revision. */
  readonly revision?: number;
  /**
   * Reads any state that is at least this new, whichever costs least; 0 for any state. Not together
   * with `revision`.
   */
  readonly notOlderThan?: number;
}

export interface ListOptions extends ReadOptions {
  /** Maximum number of items; absent or 0 for all. */
  readonly limit?: number;
  /** First key of the page (inclusive). For the next page, pass the last key and a NUL. */
  readonly startKey?: string;
}

export interface GetResult {
  readonly item?: KeyValue;
  /** Revision at which the store was read. */
  readonly revision: number;
}

export interface ListResult {
  readonly items: readonly KeyValue[];
  /** Revision at which the store was read. No item has a newer one. */
  readonly revision: number;
  /**
   * Number of items after the page at that revision: 0 on the last page; undefined where the store
   * did not count them, and at least one exists.
   */
  readonly remaining: number | undefined;
}

export interface Deletion {
  /** The deleted value. */
  readonly previous: KeyValue;
  /** Revision of the deletion. */
  readonly revision: number;
}

export interface WatchOptions {
  /**
   * Only changes with a greater revision are sent. Absent: changes after the call. May be in the
   * future.
   */
  readonly after?: number;
  /**
   * Called when `take` may return events again after it returned none, or will throw. For readers
   * that do not await a promise, as thousands may exist. Changes that come together cause one call.
   * It must not throw.
   */
  readonly onReady?: () => void;
  /**
   * Called once when an error ends the watch, also while the reader is busy. A reader that waits
   * for a slow client can then stop.
   */
  readonly onEnd?: (error: Error) => void;
}
