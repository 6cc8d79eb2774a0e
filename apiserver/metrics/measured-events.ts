import { SeriesCounter, SeriesHistogram, type HistogramSeries, type MetricSet, type NumberSeries } from "./series.js";

export interface MeasuredEventsConfig {
  /** Name of the counter. */
  readonly total: string;
  /** Name of the histogram of the durations in seconds. */
  readonly duration: string;
  /** Description of the counter, without a period. */
  readonly help: string;
  /** Upper bounds of the durations, in ascending order. */
  readonly bounds: readonly number[];
}

/** A counter and a histogram with the same labels, for events that have a duration. */
export class MeasuredEvents<Label extends string> {
  readonly #total: SeriesCounter;
  readonly #duration: SeriesHistogram;
  readonly #series = new Map<string, { readonly total: NumberSeries; readonly duration: HistogramSeries }>();

  constructor(set: MetricSet, { total, duration, help, bounds }: MeasuredEventsConfig) {
    this.#total = new SeriesCounter(set, { name: total, help: `${help}.` });
    this.#duration = new SeriesHistogram(set, { name: duration, help: `${help}, with their durations.` }, bounds);
  }

  add(labels: Readonly<Record<Label, string>>, seconds: number): void {
    const key = Object.values(labels).join("\n");
    let series = this.#series.get(key);
    if (series === undefined) {
      series = { total: this.#total.series(labels), duration: this.#duration.series(labels) };
      this.#series.set(key, series);
    }
    series.total.value++;
    series.duration.observe(seconds);
  }
}
