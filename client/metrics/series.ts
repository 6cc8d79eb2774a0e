/** Labels of a series by their names. */
export type Labels = Readonly<Record<string, string>>;

export interface MetricConfig {
  readonly name: string;
  readonly help: string;
}

/** One line of a counter or gauge. The code that counts sets `value` directly. */
export interface NumberSeries {
  readonly labels: Labels;
  value: number;
}

/** The value of one line in the form that prom-client's registry reads. */
interface Sample {
  readonly metricName?: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

/** A metric that a registry reads. */
export interface RegisteredMetric {
  get(): Promise<object>;
  reset(): void;
}

/** Collects metrics: a `Registry` of prom-client, or another object with its method. */
export interface MetricsRegistry {
  registerMetric(metric: RegisteredMetric): void;
}

/**
 * A metric with one object for each line of its output. The code that counts gets its object when
 * the server starts, so counting only changes a number. The classes of prom-client would search for
 * the line by its labels at each observation. prom-client reads the values at each scrape.
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

/** A metric whose lines are numbers. */
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
 * A value that can increase and decrease, such as the number of open watches. A reset does not
 * change it.
 */
export class SeriesGauge extends NumberMetric {
  readonly type = "gauge";

  override reset(): void {
    // A reset must not change the value, because open watches stay open.
  }
}

/** A metric that reads its values from another component at each scrape. */
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

/** Reads the current values: calls `set` with each value and its labels. */
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

/** One line of a histogram. */
export class HistogramSeries {
  readonly #labels: Labels;
  readonly #bounds: readonly number[];
  /**
   * Number of values in each bucket, not cumulative. The last bucket is for values above all
   * bounds.
   */
  readonly #counts: Float64Array;
  #sum = 0;

  constructor(labels: Labels, bounds: readonly number[]) {
    this.#labels = labels;
    this.#bounds = bounds;
    this.#counts = new Float64Array(bounds.length + 1);
  }

  /** @param times number of equal values */
  observe(value: number, times = 1): void {
    const bounds = this.#bounds;
    let index = 0;
    // Searches linearly, because most values are in the first buckets.
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
