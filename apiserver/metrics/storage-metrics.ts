import { ConflictError, KeyExistsError, NotFoundError } from "../storage/index.js";
import { SeriesCounter, SeriesHistogram, type HistogramSeries, type MetricSet, type NumberSeries } from "./series.js";

export type StorageOperation = "create" | "delete" | "get" | "list" | "update";

const durations = [0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60];

/**
 * What the store behind the watch cache is asked: Kubernetes has these names for it whichever store
 * it is.
 */
export class StorageMetrics {
  readonly #requests: SeriesCounter;
  readonly #errors: SeriesCounter;
  readonly #durations: SeriesHistogram;
  readonly #events: SeriesCounter;
  readonly #measures = new Map<string, StorageMeasure>();
  readonly #received = new Map<string, NumberSeries>();

  constructor(set: MetricSet) {
    this.#requests = new SeriesCounter(set, { name: "etcd_requests_total", help: "What the store was asked." });
    this.#errors = new SeriesCounter(set, {
      name: "etcd_request_errors_total",
      help: "What the store failed at; a key that is taken, gone or changed is no failure.",
    });
    this.#durations = new SeriesHistogram(
      set,
      { name: "etcd_request_duration_seconds", help: "How long the store took, in seconds." },
      durations,
    );
    this.#events = new SeriesCounter(set, {
      name: "apiserver_storage_events_received_total",
      help: "Changes that the store told of.",
    });
  }

  /** The store told of changes of a resource. */
  received(group: string, resource: string, count: number): void {
    const key = `${group}/${resource}`;
    let series = this.#received.get(key);
    if (series === undefined) this.#received.set(key, (series = this.#events.series({ group, resource })));
    series.value += count;
  }

  /** For one operation on one resource; the same each time. */
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

  /** Waits for it, and counts it. */
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
    }
  }
}
