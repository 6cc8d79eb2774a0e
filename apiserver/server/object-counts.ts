import type { ServerMetrics } from "../metrics/server-metrics.js";
import { qualifiedName } from "../util/qualified-name.js";
import type { Store } from "../registry/store.js";

/** Measures the number of objects of each resource, at each scrape of the metrics. */
export class ObjectCounts {
  readonly #stores = new Map<string, Store>();

  constructor(metrics: ServerMetrics) {
    metrics.observed(
      "apiserver_storage_objects",
      "Number of stored objects; -1 if the store does not report it.",
      async (set) => {
        const counts = [...this.#stores].map(async ([resource, store]) => {
          set({ resource }, await store.count().catch(() => -1));
        });
        await Promise.all(counts);
      },
    );
  }

  /**
   * Adds a store. All versions of a resource share one store, so their objects are counted once.
   */
  add(store: Store): void {
    const { group, name } = store.resource;
    this.#stores.set(qualifiedName(group, name), store);
  }
}
