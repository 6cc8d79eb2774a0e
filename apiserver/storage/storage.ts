import type { GroupResource } from "@apimachinery/runtime";
import type { StorageWatch } from "./watch.js";

/**
 * Stores bytes under keys, with one revision counter for all keys. A storage does not interpret the
 * bytes: callers encode, default and convert objects. The watch cache implements this interface
 * too, so callers work with and without a cache.
 *
 * - Every successful write gets the next revision, counted over all keys. Revisions only grow,
 *   across restarts too.
 * - A write is visible to reads and watches when its promise resolves. It is then as durable as the
 *   implementation documents.
 * - Keys are compared as UTF-8 bytes. `prefix` is a plain string prefix: end it with `/` to select
 *   the keys of a folder.
 * - Neither the caller nor the storage changes a buffer after passing it to the other.
 * - After `close`, reads and writes reject with `StorageClosedError`, and new watches end with it.
 *
 * The contract is that of k8s.io/apiserver's storage.Interface, with bytes instead of objects.
 * `test/apiserver/storage/conformance.ts` tests it.
 */
export interface Storage {
  /**
   * True if this process is the only writer of the store; false if other processes also write. If
   * true, a watch that returns no further events is up to date.
   */
  readonly isExclusive: boolean;

  /**
   * False if `requestProgress` of a watch has no effect, so that a cache cannot check that it is up
   * to date. The value may later change to true. Default: true.
   */
  readonly reportsProgress?: boolean;

  /**
   * Stores a value under a new key.
   * @throws KeyExistsError if the key exists already
   */
  create(key: string, value: Uint8Array, options?: StorageWriteOptions): Promise<KeyValue>;

  /**
   * Reads the value of a key. The result has no `item` if the key does not exist.
   * @throws CompactedError if the state was removed, FutureRevisionError if it does not exist yet
   */
  get(key: string, options?: ReadOptions): Promise<GetResult>;

  /**
   * Returns the items under a prefix in the order of their keys, all as of one revision.
   * @throws CompactedError if the state was removed, FutureRevisionError if it does not exist yet
   */
  list(prefix: string, options?: StoredListOptions): Promise<ListResult>;

  /**
   * Replaces the value if the key's revision is still `revision` (compare and swap). The time to
   * live is replaced too: without `ttl`, the key stays until it is deleted.
   * @throws NotFoundError if the key does not exist, ConflictError if it has another revision
   */
  update(key: string, value: Uint8Array, revision: number, options?: StorageWriteOptions): Promise<KeyValue>;

  /**
   * Deletes a key. If `revision` is given, the key is deleted only if its revision is `revision`.
   * @throws NotFoundError if the key does not exist, ConflictError if it has another revision
   */
  delete(key: string, revision?: number): Promise<StorageDeletion>;

  /**
   * Watches the changes under a prefix. Each change is reported exactly once, in the order of
   * revisions. The methods of the watch throw its errors.
   */
  watch(prefix: string, options?: KeyWatchOptions): StorageWatch;

  /** Returns the revision of the newest write; 1 before the first write. */
  currentRevision(): Promise<number>;

  /**
   * Removes the data that are needed only by reads and watches below `revision`. Reads at
   * `revision` and watches after it still work. Does nothing if `revision` was compacted already.
   * @throws FutureRevisionError if the store has not reached `revision`
   */
  compact(revision: number): Promise<void>;

  /**
   * Waits for pending writes, ends all watches with `StorageClosedError`, and closes the storage.
   * Can be called several times.
   */
  close(): Promise<void>;

  /**
   * Returns a storage for the objects of one resource. Their keys have the given prefix, which ends
   * with a slash. The returned storage can cache these objects in memory. A server calls the method
   * once for each resource. Closing this storage also closes the returned one. Absent if this
   * storage serves all resources itself.
   */
  forResource?(resource: GroupResource, prefix: string): Storage;

  /**
   * Resolves when the storage has loaded the data that it caches in memory. Calls before that work,
   * but take longer. Absent if the storage is always ready.
   */
  ready?(): Promise<void>;
}

/**
 * A value at a revision. If possible, a storage returns the same object for every read of the same
 * revision of a key, so that callers can use the object as the key of a WeakMap.
 */
export interface KeyValue {
  readonly key: string;
  readonly value: Uint8Array;
  /** Revision of the write that stored this value. */
  readonly revision: number;
  /**
   * Reason why the store cannot read the value; absent for readable values. If present, `value` is
   * empty, and the key can be deleted.
   */
  readonly unreadable?: string;
  /** State of the encryption key of the stored value; absent without encryption. */
  readonly storedKey?: StoredKey;
}

/**
 * State of an encryption key with which values are stored. Storing without encryption counts as
 * such a key.
 */
export interface StoredKey {
  /**
   * True if new values are stored with another encryption key. Values with this encryption key
   * should be written again, even if they do not change.
   */
  readonly isOutdated: boolean;
}

/**
 * Selects the state that a read returns. By default, this is the newest state, which includes all
 * writes that were acknowledged before the call.
 */
export interface ReadOptions {
  /** Revision of the state to read. */
  readonly revision?: number;
  /**
   * Minimum revision of the state to read; 0 for any state. The storage chooses the state that it
   * can read most cheaply. Must not be combined with `revision`.
   */
  readonly notOlderThan?: number;
}

export interface StoredListOptions extends ReadOptions {
  /** Maximum number of items; 0 or absent for all. */
  readonly limit?: number;
  /**
   * First key of the page; absent for the first page. For the next page, pass the last key of this
   * page followed by NUL.
   */
  readonly startKey?: string;
}

export interface StorageWriteOptions {
  /**
   * Time to live: the store deletes the key this number of seconds after the write. If it is absent
   * or 0, the key stays until it is deleted.
   *
   * The deletion gets a new revision, and watches report it with the deleted value, like any other
   * deletion. Keys that expire together can be deleted in one revision. A key is never deleted
   * before its time. It is deleted at most some seconds later, or up to 5 % of the time to live
   * later. No key is deleted while the store is not running.
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
   * Number of items after the page at that revision: 0 on the last page; undefined if such items
   * exist but the store did not count them.
   */
  readonly remaining: number | undefined;
  /** True if the list was served from a cache in memory. Default: false. */
  readonly isCached?: boolean;
}

export interface StorageDeletion {
  /** Revision of the deletion. */
  readonly revision: number;
}

export interface KeyWatchOptions {
  /**
   * Revision after which changes are reported. It can be a revision that the store has not reached
   * yet. Default: the revision at the time of the call.
   */
  readonly after?: number;
  /**
   * True if the reader keeps the previous values itself. A remote store then need not send them,
   * and events may have no `previous`. Default: false.
   */
  readonly omitsPrevious?: boolean;
  /**
   * Called when `take` returned no events and may now return events or throw. For readers that
   * cannot await a promise, because thousands of them may exist. Several changes that arrive
   * together cause only one call. The callback must not throw.
   */
  readonly onReady?: () => void;
  /**
   * Called once when an error ends the watch. It is called even while the reader waits for a slow
   * client, so that the reader can stop.
   */
  readonly onEnd?: (error: Error) => void;
  /**
   * True if the reader has already read the changes up to `after` from another watch. If the next
   * changes are no longer available, the watch then ends with SlowWatcherError instead of
   * CompactedError. Default: false.
   */
  readonly continues?: boolean;
  /**
   * Returns the number of readers that share the watch, for the metric of slow watches. Default: 1.
   */
  readonly readers?: () => number;
}
