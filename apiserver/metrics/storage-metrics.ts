import { ConflictError, KeyExistsError, NotFoundError } from "../storage/index.js";
import { addLatency } from "../tracing/latencies.js";
import { SeriesCounter, SeriesHistogram, type HistogramSeries, type MetricSet, type NumberSeries } from "./series.js";

export type StorageOperation = "create" | "delete" | "get" | "list" | "update";

const durations = [0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60];

/**
 * Metrics of requests to the store, except reads that the watch cache serves. Kubernetes uses these
 * names for every kind of store.
 */
export class StorageMetrics {
  readonly #requests: SeriesCounter;
  readonly #errors: SeriesCounter;
  readonly #durations: SeriesHistogram;
  readonly #events: SeriesCounter;
  readonly #measures = new Map<string, StorageMeasure>();
  readonly #received = new Map<string, NumberSeries>();

  constructor(set: MetricSet) {
    this.#requests = new SeriesCounter(set, { name: "etcd_requests_total", help: "Requests to the store." });
    this.#errors = new SeriesCounter(set, {
      name: "etcd_request_errors_total",
      help: "Failed requests to the store. Conflicts, missing keys and existing keys do not count.",
    });
    this.#durations = new SeriesHistogram(
      set,
      { name: "etcd_request_duration_seconds", help: "Duration of requests to the store in seconds." },
      durations,
    );
    this.#events = new SeriesCounter(set, {
      name: "apiserver_storage_events_received_total",
      help: "Events that the store sent.",
    });
  }

  /** Counts events that the store sent for a resource. */
  received(group: string, resource: string, count: number): void {
    const key = `${group}/${resource}`;
    let series = this.#received.get(key);
    if (series === undefined) this.#received.set(key, (series = this.#events.series({ group, resource })));
    series.value += count;
  }

  /**
   * Returns the metrics of one operation on one resource. Repeated calls return the same object.
   */
  measure(operation: StorageOperation, group: string, resource: string): StorageMeasure {
    const key = `${operation} ${group}/${resource}`;
    let measure = this.#measures.get(key);
    if (measure === undefined) {
      const labels = { operation, group, resource };
      measure = new StorageMeasure(this.#requests.series(labels), this.#durations.series(labels), () =>
        this.#errors.series(labels),
      );
      this.#measures.set(key, measure);
    }
    return measure;
  }
}

export class StorageMeasure {
  readonly #requests: NumberSeries;
  readonly #duration: HistogramSeries;
  readonly #newErrors: () => NumberSeries;
  #errors: NumberSeries | undefined;

  constructor(requests: NumberSeries, duration: HistogramSeries, newErrors: () => NumberSeries) {
    this.#requests = requests;
    this.#duration = duration;
    this.#newErrors = newErrors;
  }

  /** Awaits a request to the store and measures it. */
  async of<T>(work: Promise<T>): Promise<T> {
    const since = performance.now();
    try {
      return await work;
    } catch (error) {
      const isResponse =
        error instanceof ConflictError || error instanceof KeyExistsError || error instanceof NotFoundError;
      if (!isResponse) (this.#errors ??= this.#newErrors()).value++;
      throw error;
    } finally {
      this.#requests.value++;
      this.#duration.observe((performance.now() - since) / 1000);
      addLatency("etcd", since);
    }
  }
}
