import { SeriesHistogram, type HistogramSeries, type MetricSet } from "./series.js";

const durations = [0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 5, 10, 15, 30];

/** Measures the time that each filter takes, with the names of Kubernetes' metrics. */
export class FilterMetrics {
  readonly #authentication: HistogramSeries;
  readonly #authorization: HistogramSeries;

  constructor(set: MetricSet) {
    const all = new SeriesHistogram(
      set,
      { name: "apiserver_request_filter_duration_seconds", help: "Time that a filter takes for a request in seconds." },
      durations,
    );
    this.#authentication = all.series({ filter: "authentication" });
    this.#authorization = all.series({ filter: "authorization" });
  }

  authenticated(seconds: number): void {
    this.#authentication.observe(seconds);
  }

  authorized(seconds: number): void {
    this.#authorization.observe(seconds);
  }
}
