import type { ServerMetrics } from "../metrics/server-metrics.js";
import { qualifiedName } from "../util/qualified-name.js";
import type { Store } from "../registry/store.js";

/** Measures the number of objects of each resource, at each scrape of the metrics. */
export class ObjectCounts {
  readonly #stores = new Map<string, Store>();
  readonly #counts = new WeakMap<Store, { readonly count: number; readonly time: number }>();

  /** @param maxAge time in milliseconds for which the number of objects is used again */
  constructor(metrics: ServerMetrics, maxAge: number) {
    metrics.observed(
      "apiserver_storage_objects",
      "Number of stored objects; -1 if the store does not report it.",
      async (set) => {
        const counts = [...this.#stores].map(async ([resource, store]) => {
          set({ resource }, await this.#count(store, maxAge).catch(() => -1));
        });
        await Promise.all(counts);
      },
    );
  }

  async #count(store: Store, maxAge: number): Promise<number> {
    const known = this.#counts.get(store);
    const now = performance.now();
    if (known !== undefined && now - known.time < maxAge) return known.count;
    const count = await store.stored.count();
    this.#counts.set(store, { count, time: now });
    return count;
  }

  /**
   * Adds a store. All versions of a resource share one store, so their objects are counted once.
   */
  add(store: Store): void {
    const { group, name } = store.resource;
    this.#stores.set(qualifiedName(group, name), store);
  }
}
