import type { GroupResource } from "@apimachinery/runtime";
import type { WatchCacheStats } from "../storage/index.js";
import type { Labels, MetricSet } from "./series.js";

/** Returns the metrics of the watch caches, with Kubernetes' names. */
export function watchCacheMetrics(set: MetricSet) {
  const caches: { readonly labels: Labels; readonly stats: WatchCacheStats }[] = [];
  const observed = (
    type: "counter" | "gauge",
    name: string,
    help: string,
    read: (stats: WatchCacheStats) => number,
  ) => {
    set.observed(`apiserver_watch_cache_${name}`, help, type, (report) => {
      for (const { labels, stats } of caches) report(labels, read(stats));
    });
  };
  observed("counter", "events_received_total", "Events that a watch cache received from the store.", (s) => s.received);
  observed("counter", "events_dispatched_total", "Events that a watch cache passed on.", (s) => s.received);
  observed("counter", "initializations_total", "Times that a watch cache was loaded.", (s) => s.loads);
  observed("gauge", "resource_version", "Revision that a watch cache has reached.", (s) => s.revision);
  return {
    /** Adds the watch cache of a resource to the metrics. */
    add({ group, resource }: GroupResource, stats: WatchCacheStats): void {
      caches.push({ labels: { group, resource }, stats });
    },
  };
}
