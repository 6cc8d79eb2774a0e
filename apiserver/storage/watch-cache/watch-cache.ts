import { Cache } from "../../util/cache.js";
import { FutureRevisionError, StorageClosedError } from "../errors.js";
import type { SortedList } from "../shared/sorted-list.js";
import { WatchHub } from "../shared/watch-hub.js";
import type {
  StorageDeletion,
  GetResult,
  KeyValue,
  StoredListOptions,
  ListResult,
  ReadOptions,
  Storage,
  KeyWatchOptions,
  StorageWriteOptions,
} from "../storage.js";
import type { StorageWatch } from "../watch.js";
import { Mirror } from "./mirror.js";
import type { WindowOptions } from "./window.js";

export interface WatchCacheOptions {
  readonly storage: Storage;
  /** Prefix of the keys whose objects are cached. Reads of other keys are sent to the store. */
  readonly prefix: string;
  /**
   * Time in milliseconds for which an event stays in memory, so that watches can resume. Default:
   * 75,000, as in Kubernetes.
   */
  readonly window?: number;
  /** Minimum number of events in memory, regardless of their age. Default: 100. */
  readonly minimumEvents?: number;
  /**
   * Maximum number of events in memory, regardless of their age; at least 8/7 of `minimumEvents`.
   * Default: 102,400.
   */
  readonly maximumEvents?: number;
  /**
   * Maximum number of bytes of the events in memory. It takes precedence over `window` and
   * `minimumEvents`, but ten events always stay. Default: 32 MiB.
   */
  readonly maximumBytes?: number;
  /** Maximum time that a read waits for a revision, in milliseconds. Default: 3000. */
  readonly timeout?: number;
  /** Called with the number of watches that were ended because they read too slowly. */
  readonly onSlowWatches?: (count: number) => void;
  /** Called for each unreadable item of the store when the cache is loaded. */
  readonly onUnreadable?: (item: KeyValue) => void;
  readonly now?: () => number;
}

/** Numbers for the metrics of a cache, counted from its creation. */
export interface WatchCacheStats {
  /** Number of events that the store has sent. */
  readonly received: number;
  /** Number of times that all objects were loaded from the store. */
  readonly loads: number;
  /** Revision up to which the cache contains all writes. */
  readonly revision: number;
}

/** Size in bytes of one item in a snapshot. The item itself is shared, so it is not counted. */
const pointer = 8;

/** Creates a watch cache. Resolves when the store's objects are in memory. */
export async function openWatchCache(options: WatchCacheOptions): Promise<WatchCache> {
  const cache = new WatchCache(options);
  await cache.ready();
  return cache;
}

/**
 * A storage that serves reads and watches of another storage from memory (Kubernetes' Cacher). One
 * watch of the store updates the current objects and a window of events in memory. With these, the
 * cache serves gets, lists and any number of watches. By default, reads are as current as reads of
 * the store: they wait until the cache has the store's newest revision, or are sent to the store.
 * Watches that start before the window are opened in the store. Closing the cache does not close
 * the store.
 */
export class WatchCache implements Storage {
  readonly isExclusive: boolean;
  readonly #options: WatchCacheOptions;
  readonly #storage: Storage;
  readonly #prefix: string;
  readonly #mirror: Mirror;
  readonly #hub: WatchHub;
  /**
   * Snapshots for paged lists, by revision. Later pages of a list show the same state as its first
   * page. If a snapshot was dropped, later pages are read from the store.
   */
  readonly #pages = new Cache<number, SortedList<KeyValue>>("states of paged lists", ({ size }) => size * pointer);
  /**
   * Items that writes of this process have returned, until their events arrive. The cache then
   * stores the returned item instead of the item of the event, so that results cached for the
   * returned item can be found. Used only for remote stores, whose events arrive later than the
   * result of the write.
   */
  readonly #ownWrites = new Cache<string, KeyValue>("own writes", ({ key, value }) => key.length + value.length);
  /** Greatest revision that the store has returned to a caller of this cache. */
  #seen = 0;
  #closed = false;

  /**
   * Creates a cache and starts to load it. The cache can be used immediately: until the objects are
   * in memory, reads wait, and watches are opened in the store.
   */
  constructor(options: WatchCacheOptions) {
    this.#options = options;
    this.#storage = options.storage;
    this.#prefix = options.prefix;
    this.isExclusive = options.storage.isExclusive;
    const window: WindowOptions = {
      duration: options.window ?? 75_000,
      minimum: options.minimumEvents ?? 100,
      maximum: options.maximumEvents ?? 102_400,
      bytes: options.maximumBytes ?? 32 * 1024 * 1024,
      now: options.now ?? Date.now,
    };
    this.#mirror = new Mirror({
      storage: options.storage,
      prefix: options.prefix,
      window,
      timeout: options.timeout ?? 3000,
      onEvent: (event) => {
        this.#hub.dispatch(event);
      },
      ownWrites: this.#ownWrites,
      onProgress: () => {
        this.#hub.noticeProgress();
      },
      onForget: (floor) => {
        this.#forget(floor);
      },
      onUnreadable: options.onUnreadable,
      onLost: (error) => {
        this.#hub.endAll(error);
      },
    });
    const mirror = this.#mirror;
    this.#hub = new WatchHub({
      get revision() {
        return mirror.revision;
      },
      read: (prefix, after, limit) => mirror.eventsAfter(prefix, after, limit),
      ...(!options.storage.isExclusive && {
        requestProgress: () => {
          mirror.requestProgress();
        },
      }),
    });
  }

  /**
   * Resolves when reads can be served from memory. If the watch of the store was lost, resolves
   * when the objects are loaded again.
   */
  ready(): Promise<void> {
    return this.#mirror.ready();
  }

  /**
   * Numbers for the metrics of the cache. The returned object always contains the current numbers.
   */
  get stats(): WatchCacheStats {
    return this.#mirror;
  }

  /** Number of objects in memory. */
  get size(): number {
    return this.#mirror.items.size;
  }

  /** Number of events in memory. */
  get heldEvents(): number {
    return this.#mirror.events;
  }

  create(key: string, value: Uint8Array, options?: StorageWriteOptions): Promise<KeyValue> {
    return this.#put(() => this.#storage.create(key, value, options));
  }

  update(key: string, value: Uint8Array, revision: number, options?: StorageWriteOptions): Promise<KeyValue> {
    return this.#put(() => this.#storage.update(key, value, revision, options));
  }

  delete(key: string, revision?: number): Promise<StorageDeletion> {
    return this.#write(() => this.#storage.delete(key, revision), revisionOf);
  }

  get(key: string, options: ReadOptions = {}): Promise<GetResult> {
    if (this.#closed) return Promise.reject(new StorageClosedError());
    if (!key.startsWith(this.#prefix) || options.revision !== undefined) return this.#storage.get(key, options);
    if (this.#isFresh(options)) return Promise.resolve(this.#getFromMirror(key));
    // Reading the key from the store is faster than requesting the newest revision and waiting
    // until the cache has reached it.
    const asksStore = !this.isExclusive && options.notOlderThan === undefined;
    return asksStore ? this.#getFromStore(key, options) : this.#getWhenFresh(key, options);
  }

  async #getWhenFresh(key: string, options: ReadOptions): Promise<GetResult> {
    return (await this.#fresh(options)) ? this.#getFromMirror(key) : this.#getFromStore(key, options);
  }

  /**
   * Reads a key from the store. If the cache has the same revision of the object, returns the
   * object of the cache.
   */
  async #getFromStore(key: string, options: ReadOptions): Promise<GetResult> {
    const result = await this.#storage.get(key, options);
    this.#seen = Math.max(this.#seen, result.revision);
    const held = this.#mirror.items.get(key);
    const isSame = held !== undefined && held.revision === result.item?.revision;
    return isSame ? { item: held, revision: result.revision } : result;
  }

  #getFromMirror(key: string): GetResult {
    const item = this.#mirror.items.get(key);
    const { revision } = this.#mirror;
    return item === undefined ? { revision } : { item, revision };
  }

  async list(prefix: string, options: StoredListOptions = {}): Promise<ListResult> {
    this.#checkOpen();
    if (!prefix.startsWith(this.#prefix)) return this.#storage.list(prefix, options);
    if (options.revision !== undefined) {
      const state = this.#stateAt(options.revision);
      return state === undefined
        ? this.#storage.list(prefix, options)
        : this.#listFrom(state, options.revision, prefix, options);
    }
    if (!this.#isFresh(options) && !(await this.#fresh(options))) return this.#storage.list(prefix, options);
    return this.#listFrom(this.#mirror.items, this.#mirror.revision, prefix, options);
  }

  watch(prefix: string, options: KeyWatchOptions = {}): StorageWatch {
    if (this.#closed) return this.#hub.open(prefix, options);
    this.#mirror.pull();
    // The cache of a remote store may lack writes that were acknowledged before the call. A watch
    // must not report them, so it starts after them.
    const after = options.after ?? Math.max(this.#mirror.revision, this.#seen);
    // If the window has no events for this revision, the store may still have them.
    return this.#mirror.isReady && after >= this.#mirror.floor && prefix.startsWith(this.#prefix)
      ? this.#hub.open(prefix, { ...options, after })
      : this.#storage.watch(prefix, options);
  }

  currentRevision(): Promise<number> {
    return this.#write(
      () => this.#storage.currentRevision(),
      (revision) => revision,
    );
  }

  async compact(revision: number): Promise<void> {
    this.#checkOpen();
    await this.#storage.compact(revision);
    this.forget(revision);
  }

  /**
   * Applies a compaction of the store: watches can no longer start before the revision, even if the
   * cache still has the events.
   */
  forget(revision: number): void {
    this.#mirror.pull();
    this.#mirror.forget(revision);
  }

  /**
   * Removes old events. New events, writes and most reads of a cache also remove them, so only
   * unused caches need this call.
   */
  trim(): void {
    this.#mirror.pull();
  }

  close(): Promise<void> {
    this.#closed = true;
    this.#mirror.close();
    this.#hub.end(new StorageClosedError());
    return Promise.resolve();
  }

  async #put(operation: () => Promise<KeyValue>): Promise<KeyValue> {
    const item = await this.#write(operation, revisionOf);
    if (this.isExclusive || !item.key.startsWith(this.#prefix)) return item;
    const held = this.#mirror.items.get(item.key);
    if (held?.revision === item.revision) return held;
    this.#ownWrites.set(item.key, item);
    return item;
  }

  /**
   * Calls the store, and then adds the events that have arrived to memory, because a writer may
   * read its write immediately. Only a remote store may send an event later.
   */
  async #write<T>(operation: () => Promise<T>, revisionOf: (result: T) => number): Promise<T> {
    this.#checkOpen();
    const result = await operation();
    this.#seen = Math.max(this.#seen, revisionOf(result));
    this.#mirror.pull();
    return result;
  }

  /** Reports whether the cache is current enough for a read, without a request to the store. */
  #isFresh({ notOlderThan }: ReadOptions): boolean {
    if (notOlderThan === undefined && !this.isExclusive) return false;
    this.#mirror.pull();
    return this.#mirror.isReady && (notOlderThan === undefined || notOlderThan <= this.#mirror.revision);
  }

  /**
   * Waits until the cache is current enough for a read. Returns false if the read must be sent to
   * the store.
   * @throws FutureRevisionError if the cache does not reach `notOlderThan` in time
   */
  async #fresh({ notOlderThan }: ReadOptions): Promise<boolean> {
    // A remote store may be unreachable for a long time, so reads do not wait until the objects are
    // loaded.
    if (!this.isExclusive && !(this.#mirror.isReady && this.#storage.reportsProgress !== false)) return false;
    await this.#mirror.ready();
    if (notOlderThan !== undefined) {
      if (await this.#mirror.reach(notOlderThan)) return true;
      throw new FutureRevisionError(notOlderThan, this.#mirror.revision);
    }
    return this.#mirror.reach(await this.#storage.currentRevision());
  }

  /** Returns the state at exactly this revision; undefined if the cache does not have it. */
  #stateAt(revision: number): SortedList<KeyValue> | undefined {
    const { items, lastEvent } = this.#mirror;
    const isCurrent = this.#mirror.isReady && lastEvent <= revision && revision <= this.#mirror.revision;
    return isCurrent ? items : this.#pages.get(revision);
  }

  #listFrom(state: SortedList<KeyValue>, revision: number, prefix: string, options: StoredListOptions): ListResult {
    const { items, remaining } = state.range(prefix, options.startKey, options.limit);
    if (remaining > 0 && this.#pages.get(revision) === undefined) this.#pages.set(revision, state.snapshot());
    return { items, revision, remaining, isCached: true };
  }

  #forget(floor: number): void {
    for (const revision of this.#pages.keys()) if (revision < floor) this.#pages.delete(revision);
    const count = this.#hub.evictBefore(floor);
    if (count > 0) this.#options.onSlowWatches?.(count);
  }

  #checkOpen(): void {
    if (this.#closed) throw new StorageClosedError();
  }
}

function revisionOf({ revision }: { readonly revision: number }): number {
  return revision;
}
