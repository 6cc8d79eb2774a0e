/** Labels of a time series, by name. */
export type Labels = Readonly<Record<string, string>>;

export interface MetricConfig {
  readonly name: string;
  readonly help: string;
}

/** A time series of a counter or gauge. The code that counts sets `value` directly. */
export interface NumberSeries {
  readonly labels: Labels;
  value: number;
}

/** The value of a time series in the form that prom-client's registry reads. */
interface Sample {
  readonly metricName?: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

/** The methods of a metric that a registry calls. */
export interface RegisteredMetric {
  get(): Promise<object>;
  reset(): void;
}

/** A registry of metrics: a `Registry` of prom-client, or another object with this method. */
export interface MetricsRegistry {
  registerMetric(metric: RegisteredMetric): void;
}

/**
 * A metric that has one object for each time series. The code that counts gets this object once, so
 * counting only changes a number. In contrast, the classes of prom-client search for the time
 * series by its labels at each observation. prom-client reads the values at each scrape.
 */
abstract class SeriesMetric implements RegisteredMetric {
  readonly name: string;
  readonly help: string;
  readonly aggregator = "sum";
  abstract readonly type: "counter" | "gauge" | "histogram";

  constructor(registry: MetricsRegistry, { name, help }: MetricConfig) {
    this.name = name;
    this.help = help;
    registry.registerMetric(this);
  }

  async get(): Promise<object> {
    const { name, help, type, aggregator } = this;
    return { name, help, type, aggregator, values: await this.samples() };
  }

  abstract reset(): void;
  protected abstract samples(): readonly Sample[] | Promise<readonly Sample[]>;
}

/** A counter or gauge: a metric whose time series are single numbers. */
abstract class NumberMetric extends SeriesMetric {
  protected readonly all: NumberSeries[] = [];

  series(labels: Labels): NumberSeries {
    const series = { labels, value: 0 };
    this.all.push(series);
    return series;
  }

  protected override samples(): readonly Sample[] {
    return this.all;
  }
}

export class SeriesCounter extends NumberMetric {
  readonly type = "counter";

  override reset(): void {
    for (const series of this.all) series.value = 0;
  }
}

/**
 * A value that can increase and decrease, such as the number of open watches. `reset` does not
 * change the value.
 */
export class SeriesGauge extends NumberMetric {
  readonly type = "gauge";

  override reset(): void {
    // `reset` must not change the value, because open watches stay open.
  }
}

/** A metric whose values are read from another component at each scrape. */
export class Observed extends SeriesMetric {
  readonly type: "counter" | "gauge";
  readonly #read: Observe;

  constructor(registry: MetricsRegistry, config: MetricConfig, type: "counter" | "gauge", read: Observe) {
    super(registry, config);
    this.type = type;
    this.#read = read;
  }

  override reset(): void {
    // Has no effect, because a metric of this class stores no values.
  }

  protected override async samples(): Promise<readonly Sample[]> {
    const samples: Sample[] = [];
    await this.#read((labels, value) => samples.push({ labels, value }));
    return samples;
  }
}

/** Reads the current values, and calls `set` with each value and its labels. */
export type Observe = (set: (labels: Labels, value: number) => void) => Promise<void> | void;

export class SeriesHistogram extends SeriesMetric {
  readonly type = "histogram";
  readonly #bounds: readonly number[];
  readonly #all: HistogramSeries[] = [];

  /** @param bounds upper bounds of the buckets, in ascending order */
  constructor(registry: MetricsRegistry, config: MetricConfig, bounds: readonly number[]) {
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

/** The time series of a histogram for one combination of labels. */
export class HistogramSeries {
  readonly #labels: Labels;
  readonly #bounds: readonly number[];
  /**
   * Number of values in each bucket, without the values of lower buckets. The last bucket contains
   * the values above all bounds.
   */
  readonly #counts: Float64Array;
  #sum = 0;

  constructor(labels: Labels, bounds: readonly number[]) {
    this.#labels = labels;
    this.#bounds = bounds;
    this.#counts = new Float64Array(bounds.length + 1);
  }

  /**
   * Adds a value to the histogram.
   * @param times how often the value is added
   */
  observe(value: number, times = 1): void {
    const bounds = this.#bounds;
    let index = 0;
    // The search is linear, because most values are in the first buckets.
    while (index < bounds.length && value > (bounds[index] as number)) index++;
    this.#counts[index] = (this.#counts[index] as number) + times;
    this.#sum += value * times;
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
