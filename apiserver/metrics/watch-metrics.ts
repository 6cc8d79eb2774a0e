import { SeriesCounter, SeriesHistogram } from "./series.js";
import type { HistogramSeries, MetricSet, NumberSeries } from "./series.js";

const sizes = [1, 2, 4, 8, 16, 32, 64, 128].map((kilobytes) => kilobytes * 1024);

/** What one resource's watches are told. */
export interface ResourceWatchMetrics {
  /** Events were written to one watch. @param sizes of their lines, in bytes */
  sent(sizes: readonly number[]): void;
}

/** The metrics of watches, under Kubernetes' names. */
export class WatchMetrics {
  readonly #events: SeriesCounter;
  readonly #sizes: SeriesHistogram;
  readonly #terminated: SeriesCounter;

  constructor(set: MetricSet) {
    this.#events = new SeriesCounter(set, { name: "apiserver_watch_events_total", help: "Events written to watches." });
    this.#sizes = new SeriesHistogram(set, { name: "apiserver_watch_events_sizes", help: "How large events were, in bytes." }, sizes);
    this.#terminated = new SeriesCounter(set, { name: "apiserver_terminated_watchers_total", help: "Watches that were ended because they did not keep up." });
  }

  /** One version of a resource; ask once and keep it. */
  resource(group: string, version: string, resource: string): ResourceWatchMetrics {
    let events: NumberSeries | undefined;
    let bytes: HistogramSeries | undefined;
    const labels = { group, version, resource };
    return {
      sent: (all) => {
        (events ??= this.#events.series(labels)).value += all.length;
        bytes ??= this.#sizes.series(labels);
        for (const size of all) bytes.observe(size);
      },
    };
  }

  /** Watches of one resource, whatever the version. @returns what counts those that were ended */
  terminated(group: string, resource: string): (count: number) => void {
    let series: NumberSeries | undefined;
    return (count) => {
      (series ??= this.#terminated.series({ group, resource })).value += count;
    };
  }
}
