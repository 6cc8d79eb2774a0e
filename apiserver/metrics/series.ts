import type { MetricsRegistry, RegisteredMetric } from "@apimachinery/client";
import type { Registry } from "prom-client";

export { Observed, SeriesCounter, SeriesGauge, SeriesHistogram } from "@apimachinery/client";
export type { HistogramSeries, Labels, NumberSeries, Observe } from "@apimachinery/client";

/** The metrics of one server. The library that formats them is loaded at the first scrape. */
export class MetricSet implements MetricsRegistry {
  readonly #metrics: RegisteredMetric[] = [];
  #registry: Registry | undefined;

  registerMetric(metric: RegisteredMetric): void {
    this.#metrics.push(metric);
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
