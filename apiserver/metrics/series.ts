import type { Metric, Registry } from "prom-client";

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
 * The metrics of one server. What writes them as text is loaded when somebody scrapes for the first
 * time.
 */
export class MetricSet {
  readonly #metrics: SeriesMetric[] = [];
  #registry: Registry | undefined;

  add(metric: SeriesMetric): void {
    this.#metrics.push(metric);
  }

  reset(): void {
    for (const metric of this.#metrics) metric.reset();
  }

  /** In Prometheus' text. */
  async text(): Promise<string> {
    const registry = this.#registry ?? new (await import("prom-client")).Registry();
    this.#registry = registry;
    for (const metric of this.#metrics.slice(registry.getMetricsAsArray().length))
      // A registry only reads the name and the values; its type lists prom-client's classes alone.
      registry.registerMetric(metric as unknown as Metric);
    return registry.metrics();
  }
}

/**
 * A metric whose lines are handed out once, to routes that are known when the server starts: to
 * count is then to add to a number. prom-client's own find their line anew for each observation, by
 * a text made of all labels. It is read when somebody scrapes.
 */
abstract class SeriesMetric {
  readonly name: string;
  readonly help: string;
  readonly aggregator = "sum";
  abstract readonly type: "counter" | "gauge" | "histogram";

  constructor(set: MetricSet, { name, help }: MetricConfig) {
    this.name = name;
    this.help = help;
    set.add(this);
  }

  async get(): Promise<object> {
    const { name, help, type, aggregator } = this;
    return { name, help, type, aggregator, values: await this.samples() };
  }

  abstract reset(): void;
  protected abstract samples(): readonly Sample[] | Promise<readonly Sample[]>;
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

/** Numbers that somebody else knows, asked for when somebody scrapes. */
export class ObservedGauge extends SeriesMetric {
  readonly type = "gauge";
  readonly #read: Observe;

  constructor(set: MetricSet, config: MetricConfig, read: Observe) {
    super(set, config);
    this.#read = read;
  }

  override reset(): void {
    // Nothing is kept.
  }

  protected override async samples(): Promise<readonly Sample[]> {
    const samples: Sample[] = [];
    await this.#read((labels, value) => samples.push({ labels, value }));
    return samples;
  }
}

/** Says each number with its labels. */
export type Observe = (set: (labels: Labels, value: number) => void) => Promise<void> | void;

export class SeriesHistogram extends SeriesMetric {
  readonly type = "histogram";
  readonly #bounds: readonly number[];
  readonly #all: HistogramSeries[] = [];

  /** @param bounds the upper ends of the buckets, growing */
  constructor(set: MetricSet, config: MetricConfig, bounds: readonly number[]) {
    super(set, config);
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
    const total = (suffix: string, value: number): Sample => ({
      metricName: `${name}_${suffix}`,
      labels: this.#labels,
      value,
    });
    return [...buckets, total("sum", this.#sum), total("count", count)];
  }
}
