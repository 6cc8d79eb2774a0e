import { ConflictError, KeyExistsError, NotFoundError } from "../storage/index.js";
import { addLatency } from "../tracing/latencies.js";
import type { MetricSet } from "./series.js";

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
