import type { GroupResource } from "@apimachinery/runtime";
import type { OnList } from "../registry/list-cost.js";
import { byLabels, type MetricSet } from "./series.js";

/** Returns the metrics of the cost of lists, with Kubernetes' names. */
export function listMetrics(set: MetricSet) {
  const counter = (name: string, help: string) => set.counter(`apiserver_storage_list_${name}total`, help);
  const lists = counter("", "Lists that were served from the storage");
  const fetched = counter("fetched_objects_", "Objects that lists read from the storage");
  const evaluated = counter("evaluated_objects_", "Objects that lists compared with their selectors");
  const returned = counter("returned_objects_", "Objects that lists returned");
  return {
    /** Returns a function that counts the lists of a resource. */
    resource({ group, resource }: GroupResource): OnList {
      const seriesOf = byLabels((storage) => {
        const labels = { group, resource, ...storage };
        // The label `index` is always empty, because the server has no indexes.
        const indexed = { ...labels, index: "" };
        return {
          lists: lists(indexed),
          fetched: fetched(indexed),
          evaluated: evaluated(labels),
          returned: returned(labels),
        };
      });
      return (cost) => {
        // As in Kubernetes, the label `storage` is `watchcache` or `etcd` for every kind of store.
        const series = seriesOf({ storage: cost.isCached ? "watchcache" : "etcd" });
        series.lists.value++;
        series.fetched.value += cost.fetched;
        series.evaluated.value += cost.evaluated;
        series.returned.value += cost.returned;
      };
    },
  };
}
