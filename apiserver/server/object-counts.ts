import type { ServerMetrics } from "../metrics/server-metrics.js";
import type { Observe } from "../metrics/series.js";
import type { Store } from "../registry/store.js";
import { qualifiedName } from "../util/qualified-name.js";

/** A count of the objects in a store. Both metrics with counts use the same count. */
interface Counted {
  readonly count: Promise<number>;
  /** Time of the count in milliseconds of `performance.now`; infinity until the count has ended. */
  time: number;
}

/** Numbers of the objects in a store by the version in which they are stored. */
interface CountedVersions {
  readonly versions: ReadonlyMap<string, number>;
  readonly revision: number;
  readonly time: number;
}

/** Measures the number and the stored versions of each resource's objects, at each scrape. */
export class ObjectCounts {
  readonly #maxAge: number;
  readonly #stores = new Map<string, Store>();
  readonly #counts = new WeakMap<Store, Counted>();
  readonly #versions = new WeakMap<Store, CountedVersions>();

  /** @param maxAge time for which counts of objects are reused, in milliseconds */
  constructor(metrics: ServerMetrics, maxAge: number) {
    this.#maxAge = maxAge;
    metrics.observed(
      "apiserver_storage_objects",
      "Number of stored objects by qualified resource; -1 if the store does not report it.",
      this.#each(async (set, resource, store) => {
        set({ resource }, await this.#count(store));
      }),
    );
    metrics.observed(
      "apiserver_resource_objects",
      "Number of stored objects by group and resource; -1 if the store does not report it.",
      this.#each(async (set, _, store) => {
        set({ group: store.resource.group, resource: store.resource.name }, await this.#count(store));
      }),
    );
    metrics.observed(
      "apiserver_storage_objects_by_version",
      "Number of stored objects by the version in which they are stored.",
      this.#each(async (set, resource, store) => {
        const versions = await this.#countVersions(store).catch(() => undefined);
        for (const [version, count] of versions ?? []) set({ resource, version }, count);
      }),
    );
  }

  /** Adds a store. All versions of a resource share one store, so adding it again has no effect. */
  add(store: Store): void {
    const { group, name } = store.resource;
    this.#stores.set(qualifiedName(group, name), store);
  }

  /** Returns a function that reads the values of all stores. */
  #each(read: (set: Parameters<Observe>[0], resource: string, store: Store) => Promise<void>): Observe {
    return async (set) => {
      await Promise.all([...this.#stores].map(([resource, store]) => read(set, resource, store)));
    };
  }

  /** Returns the number of objects; -1 if the store does not report it. */
  #count(store: Store): Promise<number> {
    let counted = this.#counts.get(store);
    if (counted === undefined || performance.now() >= counted.time + this.#maxAge) {
      const next: Counted = { count: store.stored.count(), time: Infinity };
      next.count.then(
        () => (next.time = performance.now()),
        () => this.#counts.delete(store),
      );
      this.#counts.set(store, (counted = next));
    }
    return counted.count.catch(() => -1);
  }

  /** Returns the numbers of objects by version. Counts them again only if the store has changed. */
  async #countVersions(store: Store): Promise<ReadonlyMap<string, number>> {
    const known = this.#versions.get(store);
    const time = performance.now();
    if (known !== undefined && time - known.time < this.#maxAge) return known.versions;
    const revision = await store.currentRevision();
    if (known?.revision === revision) return known.versions;
    const versions = await store.stored.countVersions();
    this.#versions.set(store, { versions, revision, time });
    return versions;
  }
}
