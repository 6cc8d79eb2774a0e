import type { ServerMetrics } from "../metrics/server-metrics.js";
import type { Store } from "../registry/store.js";
import { qualifiedName } from "../util/qualified-name.js";

interface Counted {
  readonly versions: ReadonlyMap<string, number>;
  readonly revision: number;
  readonly time: number;
}

/** Measures in which versions the objects of each resource are stored. */
export class ObjectVersions {
  readonly #stores = new Map<string, Store>();
  readonly #counted = new WeakMap<Store, Counted>();

  /** @param maxAge time for which counts of objects are reused, in milliseconds */
  constructor(metrics: ServerMetrics, maxAge: number) {
    metrics.observed(
      "apiserver_storage_objects_by_version",
      "Number of stored objects by the version in which they are stored.",
      async (set) => {
        const counts = [...this.#stores].map(async ([resource, store]) => {
          const versions = await this.#count(store, maxAge).catch(() => undefined);
          for (const [version, count] of versions ?? []) set({ resource, version }, count);
        });
        await Promise.all(counts);
      },
    );
  }

  /** Adds a store. All versions of a resource share one store, so adding it again has no effect. */
  add(store: Store): void {
    const { group, name } = store.resource;
    this.#stores.set(qualifiedName(group, name), store);
  }

  /** Returns the numbers of objects by version. Counts them again only if the store has changed. */
  async #count(store: Store, maxAge: number): Promise<ReadonlyMap<string, number>> {
    const known = this.#counted.get(store);
    const time = performance.now();
    if (known !== undefined && time - known.time < maxAge) return known.versions;
    const revision = await store.currentRevision();
    if (known?.revision === revision) return known.versions;
    const versions = await store.stored.countVersions();
    this.#counted.set(store, { versions, revision, time });
    return versions;
  }
}
