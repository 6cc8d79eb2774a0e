import type { GroupResource } from "@apimachinery/runtime";
import type {
  Deletion,
  GetResult,
  KeyValue,
  ListOptions,
  ListResult,
  ReadOptions,
  Storage,
  WatchOptions,
} from "../storage.js";
import type { Watch } from "../watch.js";
import { WatchCache, type WatchCacheOptions } from "./watch-cache.js";

/** How often caches forget what is too old though nobody asks them anything, in milliseconds. */
const trimInterval = 30_000;

export interface CachedStorageOptions extends Pick<
  WatchCacheOptions,
  "window" | "maximumEvents" | "timeout" | "now" | "onUnreadable"
> {
  /** Is closed with the caches. */
  readonly storage: Storage;
  /**
   * How many of a resource's newest events are held, however old they are; 0 for a resource that
   * has no cache.
   */
  readonly sizeOf: (resource: GroupResource) => number;
  /** Counts watches of a resource that were ended because they did not keep up. */
  readonly onSlowWatches?: (resource: GroupResource) => (count: number) => void;
}

/**
 * A store with a watch cache for each resource. What one resource's watches and lists need is not
 * searched for among the others', and a resource that is written a lot leaves the history of the
 * others alone. What is asked of it itself, the store answers.
 */
export class CachedStorage implements Storage {
  readonly isExclusive: boolean;
  readonly #options: CachedStorageOptions;
  readonly #storage: Storage;
  readonly #caches: WatchCache[] = [];
  readonly #trimming: NodeJS.Timeout;

  constructor(options: CachedStorageOptions) {
    this.#options = options;
    this.#storage = options.storage;
    this.isExclusive = options.storage.isExclusive;
    this.#trimming = setInterval(() => {
      for (const cache of this.#caches) cache.trim();
    }, trimInterval).unref();
  }

  forResource(resource: GroupResource, prefix: string): Storage {
    const { sizeOf, onSlowWatches, ...limits } = this.#options;
    const size = sizeOf(resource);
    if (size === 0) return this.#storage;
    const counts = onSlowWatches?.(resource);
    const cache = new WatchCache({ ...limits, prefix, minimumEvents: size, ...(counts && { onSlowWatches: counts }) });
    this.#caches.push(cache);
    return cache;
  }

  create(key: string, value: Uint8Array): Promise<KeyValue> {
    return this.#storage.create(key, value);
  }

  get(key: string, options?: ReadOptions): Promise<GetResult> {
    return this.#storage.get(key, options);
  }

  list(prefix: string, options?: ListOptions): Promise<ListResult> {
    return this.#storage.list(prefix, options);
  }

  update(key: string, value: Uint8Array, revision: number): Promise<KeyValue> {
    return this.#storage.update(key, value, revision);
  }

  delete(key: string, revision?: number): Promise<Deletion> {
    return this.#storage.delete(key, revision);
  }

  watch(prefix: string, options?: WatchOptions): Watch {
    return this.#storage.watch(prefix, options);
  }

  currentRevision(): Promise<number> {
    return this.#storage.currentRevision();
  }

  async compact(revision: number): Promise<void> {
    await this.#storage.compact(revision);
    for (const cache of this.#caches) cache.forget(revision);
  }

  async close(): Promise<void> {
    clearInterval(this.#trimming);
    await Promise.all(this.#caches.map((cache) => cache.close()));
    await this.#storage.close();
  }
}
