import type { ServerMetrics } from "../metrics/server-metrics.js";
import { qualifiedName } from "../util/qualified-name.js";
import type { Store } from "../registry/store.js";

/** Says how many objects of each resource there are, whenever somebody scrapes. */
export class ObjectCounts {
  readonly #stores = new Map<string, Store>();

  constructor(metrics: ServerMetrics) {
    metrics.observed(
      "apiserver_storage_objects",
      "How many objects are stored; -1 where the store does not say.",
      async (set) => {
        const counts = [...this.#stores].map(async ([resource, store]) => {
          set({ resource }, await store.count().catch(() => -1));
        });
        await Promise.all(counts);
      },
    );
  }

  /** Versions of one resource share their store, and count once. */
  add(store: Store): void {
    const { group, name } = store.resource;
    this.#stores.set(qualifiedName(group, name), store);
  }
}
