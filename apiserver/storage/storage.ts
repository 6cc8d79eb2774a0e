import type { GroupResource } from "@apimachinery/runtime";
import type { StorageWatch } from "./watch.js";

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
   * True if this process is the only writer of the store; false if other processes also write. If
   * true, a watch without further events is up to date.
   */
  readonly isExclusive: boolean;

  /**
   * False if `requestProgress` of a watch has no effect, so that a cache cannot find out if it is
   * current. It may become true later. Default: true.
   */
  readonly reportsProgress?: boolean;

  /**
   * Stores a value under a new key.
   * @throws KeyExistsError
   */
  create(key: string, value: Uint8Array, options?: StorageWriteOptions): Promise<KeyValue>;

  /**
   * Reads the value of a key. The result has no `item` if the key does not exist.
   * @throws CompactedError, FutureRevisionError
   */
  get(key: string, options?: ReadOptions): Promise<GetResult>;

  /**
   * Returns the items under a prefix in the order of their keys, all as of one revision.
   * @throws CompactedError, FutureRevisionError
   */
  list(prefix: string, options?: StoredListOptions): Promise<ListResult>;

  /**
   * Replaces the value if the key's revision is still `revision` (compare and swap). The time to
   * live is replaced too: without `ttl`, the key stays until it is deleted.
   * @throws NotFoundError, ConflictError
   */
  update(key: string, value: Uint8Array, revision: number, options?: StorageWriteOptions): Promise<KeyValue>;

  /**
   * Deletes a key; if `revision` is given, only if this is the key's revision.
   * @throws NotFoundError, ConflictError
   */
  delete(key: string, revision?: number): Promise<StorageDeletion>;

  /**
   * Watches the changes under a prefix. Each change is reported exactly once, in the order of
   * revisions. The methods of the watch throw its errors.
   */
  watch(prefix: string, options?: KeyWatchOptions): StorageWatch;

  /**
   * Returns the revision of the newest write. Before the first write, it is 1, because clients use
   * 0 to request any revision.
   */
  currentRevision(): Promise<number>;

  /**
   * Removes the data that only reads and watches below `revision` need. Reads at `revision` and
   * watches after it still work. Does nothing if `revision` was compacted already.
   * @throws FutureRevisionError
   */
  compact(revision: number): Promise<void>;

  /**
   * Closes the storage: waits for pending writes, and ends all watches with `StorageClosedError`.
   * Idempotent.
   */
  close(): Promise<void>;

  /**
   * Returns a storage for the objects of one resource, whose prefix ends with a slash. The returned
   * storage can cache these objects in memory. The method is called once for each resource when a
   * server is built. Closing this storage also closes the returned one. Absent if this storage
   * serves all resources without such storages.
   */
  forResource?(resource: GroupResource, prefix: string): Storage;

  /**
   * Resolves when the storage has loaded the data that it caches in memory. Earlier calls work, but
   * take longer. Absent if the storage is always ready.
   */
  ready?(): Promise<void>;
}

/**
 * A value at a revision. If possible, a storage returns the same object for every read of the same
 * revision of a key. The object can then be the key of a WeakMap.
 */
export interface KeyValue {
  readonly key: string;
  readonly value: Uint8Array;
  /** Revision of the write that stored this value. */
  readonly revision: number;
  /**
   * Reason why the store cannot read the value; absent for readable values. An unreadable value is
   * empty, and can be deleted.
   */
  readonly unreadable?: string;
  /** Key with which the store has encrypted the value; absent without encryption. */
  readonly storedKey?: StoredKey;
}

/** A key, or the absence of one, with which values are stored. */
export interface StoredKey {
  /**
   * True if new values are stored with another key. Values with this key should be written again,
   * even if they do not change.
   */
  readonly isOutdated: boolean;
}

/**
 * Selects the state that a read returns. By default this is the newest state. It includes all
 * writes that were acknowledged before the call.
 */
export interface ReadOptions {
  /** Revision of the state to read. */
  readonly revision?: number;
  /**
   * Minimum revision of the state to read; 0 for any state. The storage chooses the state that
   * costs least. Must not be combined with `revision`.
   */
  readonly notOlderThan?: number;
}

export interface StoredListOptions extends ReadOptions {
  /** Maximum number of items; 0 or absent for all. */
  readonly limit?: number;
  /** First key of the page. For the next page, this is the last key followed by NUL. */
  readonly startKey?: string;
}

export interface StorageWriteOptions {
  /**
   * Time to live: number of seconds after this write after which the store deletes the key.
   * Absent or 0: the key stays until it is deleted.
   *
   * The deletion gets a new revision, and watches report it with the deleted value, like any other
   * deletion. Keys that expire together can be deleted in one revision. A key is never deleted
   * before its time, and at most some seconds later, or up to 5 % of the time to live later. No key
   * is deleted while the store is not running.
   */
  readonly ttl?: number;
}

export interface GetResult {
  readonly item?: KeyValue;
  /** Revision at which the store was read. */
  readonly revision: number;
}

export interface ListResult {
  readonly items: readonly KeyValue[];
  /** Revision at which the store was read. No item has a greater revision. */
  readonly revision: number;
  /**
   * Number of items after the page at that revision. 0 on the last page; undefined if at least one
   * exists and the store did not count them.
   */
  readonly remaining: number | undefined;
  /** True if a cache in memory has served the list. Default: false. */
  readonly isCached?: boolean;
}

export interface StorageDeletion {
  /** Revision of the deletion. */
  readonly revision: number;
}

export interface KeyWatchOptions {
  /**
   * Revision after which changes are reported. Default: the revision at the time of the call. It
   * can be in the future.
   */
  readonly after?: number;
  /**
   * True if the reader knows the previous values itself. A remote store then need not send them,
   * and events may have no `previous`. Default: false.
   */
  readonly omitsPrevious?: boolean;
  /**
   * Called when `take` may return events again after it returned none, or when it will throw. It
   * serves readers that cannot await a promise, because thousands of them may exist. Changes that
   * arrive together cause one call. The callback must not throw.
   */
  readonly onReady?: () => void;
  /**
   * Called once when an error ends the watch, even while the reader waits for a slow client, so
   * that the reader can stop.
   */
  readonly onEnd?: (error: Error) => void;
  /**
   * True if the reader has read the changes up to `after` from another watch. If the changes after
   * them are lost, the reader was too slow, and its revision was not too old.
   */
  readonly continues?: boolean;
  /**
   * Returns the number of readers that share the watch, for the metric of slow watches. Default: 1.
   */
  readonly readers?: () => number;
}
