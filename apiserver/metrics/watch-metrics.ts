import { SeriesCounter, SeriesHistogram, type HistogramSeries, type MetricSet, type NumberSeries } from "./series.js";

const durations = [0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 2, 4, 6, 8, 10, 15, 20, 30, 45, 60];
const sizes = [1, 2, 4, 8, 16, 32, 64, 128].map((kilobytes) => kilobytes * 1024);

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

/** Metrics of watches, with the names that Kubernetes uses. */
export class WatchMetrics {
  readonly #events: SeriesCounter;
  readonly #sizes: SeriesHistogram;
  readonly #terminated: SeriesCounter;
  readonly #lists: SeriesHistogram;

  constructor(set: MetricSet) {
    this.#events = new SeriesCounter(set, { name: "apiserver_watch_events_total", help: "Events written to watches." });
    this.#sizes = new SeriesHistogram(
      set,
      { name: "apiserver_watch_events_sizes", help: "Size of events in bytes." },
      sizes,
    );
    this.#terminated = new SeriesCounter(set, {
      name: "apiserver_terminated_watchers_total",
      help: "Watches that were ended because their clients read too slowly.",
    });
    this.#lists = new SeriesHistogram(
      set,
      {
        name: "apiserver_watch_list_duration_seconds",
        help: "Duration of sending the initial events of watches, in seconds.",
      },
      durations,
    );
  }

  /**
   * Returns the watch metrics of one version of a resource. Callers must call this once and reuse
   * the result.
   */
  resource(group: string, version: string, resource: string): ResourceWatchMetrics {
    let events: NumberSeries | undefined;
    let bytes: HistogramSeries | undefined;
    const lists = new Map<string, HistogramSeries>();
    const labels = { group, version, resource };
    return {
      listed: (scope, seconds) => {
        let series = lists.get(scope);
        if (series === undefined) lists.set(scope, (series = this.#lists.series({ ...labels, scope })));
        series.observe(seconds);
      },
      sent: (all, watches) => {
        (events ??= this.#events.series(labels)).value += all.length * watches;
        bytes ??= this.#sizes.series(labels);
        for (const size of all) bytes.observe(size, watches);
      },
    };
  }

  /**
   * Returns a function that counts the watches that the server has ended because their clients read
   * too slowly. It counts the watches of a resource in all its versions.
   */
  terminated(group: string, resource: string): (count: number) => void {
    let series: NumberSeries | undefined;
    return (count) => {
      (series ??= this.#terminated.series({ group, resource })).value += count;
    };
  }
}
