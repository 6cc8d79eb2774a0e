import type { Registry } from "prom-client";
import type { Metric } from "prom-client";

export type Labels = Readonly<Record<string, string>>;

export interface MetricConfig {
  readonly name: string;
  readonly help: string;
}

/** One line of a counter or gauge: whoever counts writes the number. */
export interface NumberSeries {
  readonly labels: Labels;
  value: number;
}

/** A line as a registry writes it. */
interface Sample {
  readonly metricName?: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

/**
 * A metric whose lines are handed out once, to routes that are known when the server starts: to count is then to add to a number.
 * prom-client's own find their line anew for each observation, by a text made of all labels. It is read when somebody scrapes.
 */
abstract class SeriesMetric {
  readonly name: string;
  readonly help: string;
  readonly aggregator = "sum";
  abstract readonly type: "counter" | "gauge" | "histogram";

  constructor(registry: Registry, { name, help }: MetricConfig) {
    this.name = name;
    this.help = help;
    // A registry asks no more of a metric than to be named, read and reset; its type lists prom-client's classes alone.
    registry.registerMetric(this as unknown as Metric);
  }

  get(): Promise<object> {
    const { name, help, type, aggregator } = this;
    return Promise.resolve({ name, help, type, aggregator, values: this.samples() });
  }

  abstract reset(): void;
  protected abstract samples(): readonly Sample[];
}

export class SeriesCounter extends SeriesMetric {
  readonly type = "counter";
  readonly #all: NumberSeries[] = [];

  series(labels: Labels): NumberSeries {
    const series = { labels, value: 0 };
    this.#all.push(series);
    return series;
  }

  override reset(): void {
    for (const series of this.#all) series.value = 0;
  }

  protected override samples(): readonly Sample[] {
    return this.#all;
  }
}

/** What goes up and down. A reset leaves it: what is open stays open. */
export class SeriesGauge extends SeriesMetric {
  readonly type = "gauge";
  readonly #all: NumberSeries[] = [];

  series(labels: Labels): NumberSeries {
    const series = { labels, value: 0 };
    this.#all.push(series);
    return series;
  }

  override reset(): void {
    // Nothing, on purpose.
  }

  protected override samples(): readonly Sample[] {
    return this.#all;
  }
}

export class SeriesHistogram extends SeriesMetric {
  readonly type = "histogram";
  readonly #bounds: readonly number[];
  readonly #all: HistogramSeries[] = [];

  /** @param bounds the upper ends of the buckets, growing */
  constructor(registry: Registry, config: MetricConfig, bounds: readonly number[]) {
    super(registry, config);
    this.#bounds = bounds;
  }

  series(labels: Labels): HistogramSeries {
    const series = new HistogramSeries(labels, this.#bounds);
    this.#all.push(series);
    return series;
  }

  override reset(): void {
    for (const series of this.#all) series.clear();
  }

  protected override samples(): readonly Sample[] {
    return this.#all.flatMap((series) => series.samples(this.name));
  }
}

/** One histogram of a metric. */
export class HistogramSeries {
  readonly #labels: Labels;
  readonly #bounds: readonly number[];
  /** Of each bucket alone; the last is for what is above all bounds. */
  readonly #counts: Float64Array;
  #sum = 0;

  constructor(labels: Labels, bounds: readonly number[]) {
    this.#labels = labels;
    this.#bounds = bounds;
    this.#counts = new Float64Array(bounds.length + 1);
  }

  observe(value: number): void {
    const bounds = this.#bounds;
    let index = 0;
    // Most values are in the first buckets.
    while (index < bounds.length && value > (bounds[index] as number)) index++;
    this.#counts[index] = (this.#counts[index] as number) + 1;
    this.#sum += value;
  }

  clear(): void {
    this.#counts.fill(0);
    this.#sum = 0;
  }

  samples(name: string): Sample[] {
    let count = 0;
    const buckets = [...this.#bounds, "+Inf"].map((le, index): Sample => {
      count += this.#counts[index] as number;
      return { metricName: `${name}_bucket`, labels: { ...this.#labels, le }, value: count };
    });
    const total = (suffix: string, value: number): Sample => ({ metricName: `${name}_${suffix}`, labels: this.#labels, value });
    return [...buckets, total("sum", this.#sum), total("count", count)];
  }
}
