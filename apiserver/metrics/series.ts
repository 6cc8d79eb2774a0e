import {
  Observed,
  SeriesCounter,
  SeriesGauge,
  SeriesHistogram,
  type HistogramSeries,
  type Labels,
  type MetricsRegistry,
  type NumberSeries,
  type Observe,
  type RegisteredMetric,
} from "@apimachinery/client";
import type { Registry } from "prom-client";

export { SeriesHistogram } from "@apimachinery/client";
export type { HistogramSeries, Labels, NumberSeries, Observe } from "@apimachinery/client";

/**
 * Returns the time series with these labels. Creates it at the first call, so that the output
 * contains the labels only after the first observation, as in Prometheus' own libraries. All calls
 * must have the same labels in the same order.
 */
export type SeriesOf<Series> = (labels: Labels) => Series;

/** Returns a function that calls `create` only once for the same values of labels. */
export function byLabels<Series>(create: SeriesOf<Series>): SeriesOf<Series> {
  const known = new Map<string, Series>();
  return (labels) => {
    const key = Object.values(labels).join("\n");
    let series = known.get(key);
    if (series === undefined) known.set(key, (series = create(labels)));
    return series;
  };
}

/** The metrics of one server. The library that formats them is loaded at the first scrape. */
export class MetricSet implements MetricsRegistry {
  readonly #metrics: RegisteredMetric[] = [];
  #registry: Registry | undefined;

  registerMetric(metric: RegisteredMetric): void {
    this.#metrics.push(metric);
  }

  counter(name: string, help: string): SeriesOf<NumberSeries> {
    const metric = new SeriesCounter(this, { name, help });
    return byLabels((labels) => metric.series(labels));
  }

  gauge(name: string, help: string): SeriesOf<NumberSeries> {
    const metric = new SeriesGauge(this, { name, help });
    return byLabels((labels) => metric.series(labels));
  }

  /** @param bounds upper bounds of the buckets, in ascending order */
  histogram(name: string, help: string, bounds: readonly number[]): SeriesOf<HistogramSeries> {
    const metric = new SeriesHistogram(this, { name, help }, bounds);
    return byLabels((labels) => metric.series(labels));
  }

  /** Adds a metric that reads its values from another component at each scrape. */
  observed(name: string, help: string, type: "counter" | "gauge", read: Observe): void {
    new Observed(this, { name, help }, type, read);
  }

  reset(): void {
    for (const metric of this.#metrics) metric.reset();
  }

  /** Returns all metrics in Prometheus' text format. */
  async text(): Promise<string> {
    const registry = this.#registry ?? new (await import("prom-client")).Registry();
    this.#registry = registry;
    const reader: MetricsRegistry = registry;
    for (const metric of this.#metrics.slice(registry.getMetricsAsArray().length)) reader.registerMetric(metric);
    return registry.metrics();
  }
}

/** Upper bounds of the histograms of Kubernetes' filters, in seconds: 1 ms to 16 s. */
const filterDurations = Array.from({ length: 15 }, (_, power) => 0.001 * 2 ** power);

/**
 * Adds a counter and a histogram with the same labels, for events that have a duration. Returns a
 * function that counts an event.
 * @param total name of the counter
 * @param duration name of the histogram of the durations in seconds
 * @param help description of the counter, without a period
 * @param bounds upper bounds of the durations, in ascending order
 */
export function measuredEvents(
  set: MetricSet,
  total: string,
  duration: string,
  help: string,
  bounds: readonly number[] = filterDurations,
): (labels: Labels, seconds: number) => void {
  const counter = set.counter(total, `${help}.`);
  const histogram = set.histogram(duration, `${help}, with their durations.`, bounds);
  const seriesOf = byLabels((labels) => ({ total: counter(labels), duration: histogram(labels) }));
  return (labels, seconds) => {
    const series = seriesOf(labels);
    series.total.value++;
    series.duration.observe(seconds);
  };
}

/** Upper bounds of the durations of review requests to the cluster, in seconds. */
const reviewDurations = [0.25, 0.5, 0.7, 1, 1.5, 3, 5, 10];

/**
 * Adds the metrics of the review requests to the cluster. Returns a function that counts a request
 * by the code of its response. The code is `<error>` if no response arrived.
 * @param name beginning of the metrics' names
 */
export function measuredReviews(set: MetricSet, name: string, what: string): (code: string, seconds: number) => void {
  const help = `Requests for ${what} by status code`;
  const measured = measuredEvents(set, `${name}_total`, `${name}_duration_seconds`, help, reviewDurations);
  return (code, seconds) => {
    measured({ code }, seconds);
  };
}
