import { byLabels, type Labels, type MetricSet } from "./series.js";

/** Upper bounds of the histograms of Kubernetes' filters, in seconds: 1 ms to 16 s. */
export const filterDurations = Array.from({ length: 15 }, (_, power) => 0.001 * 2 ** power);

/** Upper bounds of the durations of review requests to the cluster, in seconds. */
export const reviewDurations = [0.25, 0.5, 0.7, 1, 1.5, 3, 5, 10];

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
  bounds: readonly number[],
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
