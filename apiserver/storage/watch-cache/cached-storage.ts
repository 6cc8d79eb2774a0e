import type { GroupResource } from "@apimachinery/runtime";
import { ForwardingStorage } from "../forwarding-storage.js";
import type { Storage } from "../storage.js";
import { tracingAPI } from "../../tracing/open-telemetry.js";
import { cacheSpans, TracedStorage } from "../traced-storage.js";
import { WatchCache, type WatchCacheOptions, type WatchCacheStats } from "./watch-cache.js";

/**
 * Interval at which all caches remove old events, in milliseconds. New events and most reads also
 * remove old events, so only unused caches need the interval.
 */
const trimInterval = 30_000;

export interface CachedStorageOptions extends Pick<
  WatchCacheOptions,
  "window" | "maximumEvents" | "maximumBytes" | "timeout" | "now" | "onUnreadable"
> {
  /** The store behind the caches. It is closed together with them. */
  readonly storage: Storage;
  /**
   * Returns the minimum number of newest events that the cache of a resource keeps, regardless of
   * their age; 0 if the resource gets no cache.
   */
  readonly sizeOf: (resource: GroupResource) => number;
  /**
   * Returns the callback for a resource. The cache of the resource calls it with the number of
   * watches that were ended because their readers were too slow. Absent if they are not counted.
   */
  readonly onSlowWatches?: (resource: GroupResource) => (count: number) => void;
  /** Called for each new cache. `stats` contains its counts and sizes. */
  readonly onCache?: (resource: GroupResource, stats: WatchCacheStats) => void;
}

/**
 * A storage with a separate watch cache for each resource. Watches and lists of one resource
 * therefore do not examine the events of other resources, and frequent writes of one resource do
 * not displace the history of others. Direct calls of this storage do not use a cache.
 */
export class CachedStorage extends ForwardingStorage {
  readonly #options: CachedStorageOptions;
  readonly #caches: WatchCache[] = [];
  readonly #trimming: NodeJS.Timeout;

  constructor(options: CachedStorageOptions) {
    super(options.storage);
    this.#options = options;
    this.#trimming = setInterval(() => {
      for (const cache of this.#caches) cache.trim();
    }, trimInterval).unref();
  }

  override forResource(resource: GroupResource, prefix: string): Storage {
    const { sizeOf, onSlowWatches, onCache, ...limits } = this.#options;
    const storage = this.storage.forResource?.(resource, prefix) ?? this.storage;
    const size = sizeOf(resource);
    if (size === 0) return storage;
    const counts = onSlowWatches?.(resource);
    const own = { storage, prefix, minimumEvents: size };
    const cache = new WatchCache({ ...limits, ...own, ...(counts && { onSlowWatches: counts }) });
    this.#caches.push(cache);
    onCache?.(resource, cache.stats);
    return tracingAPI() === undefined ? cache : new TracedStorage(cache, cacheSpans);
  }

  override async compact(revision: number): Promise<void> {
    await super.compact(revision);
    for (const cache of this.#caches) cache.forget(revision);
  }

  override async close(): Promise<void> {
    clearInterval(this.#trimming);
    await Promise.all(this.#caches.map((cache) => cache.close()));
    await super.close();
  }
}
