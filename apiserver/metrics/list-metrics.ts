import type { GroupResource } from "@apimachinery/runtime";
import type { ListCost, OnList } from "../registry/list-cost.js";
import { SeriesCounter, type MetricSet } from "./series.js";

/** Metrics of the cost of lists, with Kubernetes' names. */
export class ListMetrics {
  readonly #lists: SeriesCounter;
  readonly #fetched: SeriesCounter;
  readonly #evaluated: SeriesCounter;
  readonly #returned: SeriesCounter;

  constructor(set: MetricSet) {
    const counter = (name: string, help: string) =>
      new SeriesCounter(set, { name: `apiserver_storage_list_${name}total`, help });
    this.#lists = counter("", "Lists that were served from the storage");
    this.#fetched = counter("fetched_objects_", "Objects that lists read from the storage");
    this.#evaluated = counter("evaluated_objects_", "Objects that lists compared with their selectors");
    this.#returned = counter("returned_objects_", "Objects that lists returned");
  }

  /**
   * Returns a function that counts the lists of a resource. Callers must call this once for each
   * resource.
   */
  resource({ group, resource }: GroupResource): OnList {
    const known = new Map<boolean, OnList>();
    return (cost) => {
      let count = known.get(cost.isCached);
      if (count === undefined) {
        // As in Kubernetes, the label `storage` is `watchcache` or `etcd` for every kind of store.
        count = this.#counter({ group, resource, storage: cost.isCached ? "watchcache" : "etcd" });
        known.set(cost.isCached, count);
      }
      count(cost);
    };
  }

  #counter(labels: Readonly<Record<"group" | "resource" | "storage", string>>): OnList {
    // The label `index` is always empty, because the server has no indexes.
    const indexed = { ...labels, index: "" };
    const [lists, fetched] = [this.#lists.series(indexed), this.#fetched.series(indexed)];
    const [evaluated, returned] = [this.#evaluated.series(labels), this.#returned.series(labels)];
    return (cost: ListCost) => {
      lists.value++;
      fetched.value += cost.fetched;
      evaluated.value += cost.evaluated;
      returned.value += cost.returned;
    };
  }
}
