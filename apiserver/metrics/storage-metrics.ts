import { ConflictError, KeyExistsError, NotFoundError, type WatchCacheStats } from "../storage/index.js";
import { addLatency } from "../tracing/latencies.js";
import { type MetricSet, byLabels, type Labels } from "./series.js";
import type { GroupResource } from "@apimachinery/runtime";
import type { OnList } from "../registry/list-cost.js";

export type StorageOperation = "create" | "delete" | "get" | "list" | "update";

const durations = [0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60];

/** Awaits a request to the store and measures it. */
export type MeasureRequest = <T>(work: Promise<T>) => Promise<T>;

export type StorageMetrics = ReturnType<typeof storageMetrics>;

/**
 * Returns the metrics of requests to the store, except reads that the watch cache serves.
 * Kubernetes uses these names for every kind of store.
 */
export function storageMetrics(set: MetricSet) {
  const requests = set.counter("etcd_requests_total", "Requests to the store.");
  const errors = set.counter(
    "etcd_request_errors_total",
    "Failed requests to the store. Conflicts, missing keys and existing keys do not count.",
  );
  const duration = set.histogram(
    "etcd_request_duration_seconds",
    "Duration of requests to the store in seconds.",
    durations,
  );
  const events = set.counter("apiserver_storage_events_received_total", "Events that the store sent.");
  return {
    /** Counts events that the store sent for a resource. */
    received(group: string, resource: string, count: number): void {
      events({ group, resource }).value += count;
    },
    /** Returns the function that measures one operation on one resource. */
    measure(operation: StorageOperation, group: string, resource: string): MeasureRequest {
      const labels = { operation, group, resource };
      const [total, seconds] = [requests(labels), duration(labels)];
      return async (work) => {
        const since = performance.now();
        try {
          return await work;
        } catch (error) {
          const isResponse =
            error instanceof ConflictError || error instanceof KeyExistsError || error instanceof NotFoundError;
          if (!isResponse) errors(labels).value++;
          throw error;
        } finally {
          total.value++;
          seconds.observe((performance.now() - since) / 1000);
          addLatency("etcd", since);
        }
      };
    },
  };
}

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
