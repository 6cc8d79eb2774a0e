import type { HistogramSeries, MetricSet, NumberSeries } from "./series.js";

const durations = [0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 2, 4, 6, 8, 10, 15, 20, 30, 45, 60];
const eventSizes = [1, 2, 4, 8, 16, 32, 64, 128].map((kilobytes) => kilobytes * 1024);

/** Metrics of the watches of one resource. */
export interface ResourceWatchMetrics {
  /**
   * Counts a watch that has received all initial events (`sendInitialEvents`).
   * @param seconds time since the request arrived
   */
  listed(scope: string, seconds: number): void;
  /**
   * Counts events that were written to watches.
   * @param sizes size of each event's line, in bytes
   * @param watches number of watches to which all these events were written
   */
  sent(sizes: readonly number[], watches: number): void;
}

/** Returns the metrics of watches, with the names that Kubernetes uses. */
export function watchMetrics(set: MetricSet) {
  const events = set.counter("apiserver_watch_events_total", "Events written to watches.");
  const sizes = set.histogram("apiserver_watch_events_sizes", "Size of events in bytes.", eventSizes);
  const terminated = set.counter(
    "apiserver_terminated_watchers_total",
    "Watches that were ended because their clients read too slowly.",
  );
  const lists = set.histogram(
    "apiserver_watch_list_duration_seconds",
    "Duration of sending the initial events of watches, in seconds.",
    durations,
  );
  return {
    /**
     * Returns the watch metrics of one version of a resource. Callers must call this once and reuse
     * the result.
     */
    resource(group: string, version: string, resource: string): ResourceWatchMetrics {
      const labels = { group, version, resource };
      let total: NumberSeries | undefined;
      let bytes: HistogramSeries | undefined;
      return {
        listed(scope, seconds) {
          lists({ ...labels, scope }).observe(seconds);
        },
        sent(all, watches) {
          (total ??= events(labels)).value += all.length * watches;
          bytes ??= sizes(labels);
          for (const size of all) bytes.observe(size, watches);
        },
      };
    },
    /**
     * Returns a function that counts the watches that the server has ended because their clients
     * read too slowly. It counts the watches of a resource in all its versions.
     */
    terminated(group: string, resource: string): (count: number) => void {
      return (count) => {
        terminated({ group, resource }).value += count;
      };
    },
  };
}
