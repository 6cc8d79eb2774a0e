import type { ServerMetrics } from "../metrics/server-metrics.js";
import { qualifiedName } from "../util/qualified-name.js";
import type { Qualified } from "../errors/index.js";
import type { Store } from "../registry/store.js";

/** A count of the objects in a store. Both metrics of this class use the same count. */
interface Counted {
  readonly count: Promise<number>;
  /**
   * Time of the count in milliseconds of `performance.now`; infinity until the count has ended, and
   * negative infinity after an error.
   */
  time: number;
}

/** Measures the number of objects of each resource, at each scrape of the metrics. */
export class ObjectCounts {
  readonly #stores = new Map<string, Store>();
  readonly #counts = new WeakMap<Store, Counted>();

  /** @param maxAge time for which a count of objects is reused, in milliseconds */
  constructor(metrics: ServerMetrics, maxAge: number) {
    metrics.observed(
      "apiserver_storage_objects",
      "Number of stored objects by qualified resource; -1 if the store does not report it.",
      (set) =>
        this.#each(maxAge, ({ group, name }, count) => {
          set({ resource: qualifiedName(group, name) }, count);
        }),
    );
    metrics.observed(
      "apiserver_resource_objects",
      "Number of stored objects by group and resource; -1 if the store does not report it.",
      (set) =>
        this.#each(maxAge, ({ group, name }, count) => {
          set({ group, resource: name }, count);
        }),
    );
  }

  async #each(maxAge: number, report: (resource: Qualified, count: number) => void): Promise<void> {
    const counts = [...this.#stores.values()].map(async (store) => {
      report(store.resource, await this.#count(store, maxAge).catch(() => -1));
    });
    await Promise.all(counts);
  }

  #count(store: Store, maxAge: number): Promise<number> {
    const known = this.#counts.get(store);
    if (known !== undefined && performance.now() < known.time + maxAge) return known.count;
    const counted: Counted = { count: store.stored.count(), time: Infinity };
    this.#counts.set(store, counted);
    counted.count.then(
      () => (counted.time = performance.now()),
      () => (counted.time = -Infinity),
    );
    return counted.count;
  }

  /** Adds a store. All versions of a resource share one store, so adding it again has no effect. */
  add(store: Store): void {
    const { group, name } = store.resource;
    this.#stores.set(qualifiedName(group, name), store);
  }
}
