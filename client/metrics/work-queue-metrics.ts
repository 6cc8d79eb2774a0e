import type { WorkQueueObserver } from "../workqueue/work-queue.js";
import { Observed, SeriesCounter, SeriesHistogram, type Labels, type MetricsRegistry } from "./series.js";

/** Upper bounds of the histograms of durations, in seconds, as in Kubernetes: 10 ns to 1,000 s. */
const durations = Array.from({ length: 12 }, (_, power) => Number(`1e${power - 8}`));

/** Times of the items of a queue, in milliseconds of `performance.now`. */
interface QueueTimes {
  readonly labels: Labels;
  /** Times at which the waiting items were added, by item key. */
  readonly waiting: Map<unknown, number>;
  /** Times at which workers received the items in progress, by item key. */
  readonly running: Map<unknown, number>;
}

/** Metrics of work queues, with the names that Kubernetes uses. */
export class WorkQueueMetrics {
  readonly #queues: QueueTimes[] = [];
  readonly #adds: SeriesCounter;
  readonly #retries: SeriesCounter;
  readonly #waited: SeriesHistogram;
  readonly #worked: SeriesHistogram;

  constructor(registry: MetricsRegistry) {
    this.#adds = new SeriesCounter(registry, {
      name: "workqueue_adds_total",
      help: "Items that were added to a queue.",
    });
    this.#retries = new SeriesCounter(registry, {
      name: "workqueue_retries_total",
      help: "Items that were added to a queue with a delay, for example after a failure.",
    });
    const histogram = (name: string, help: string) => new SeriesHistogram(registry, { name, help }, durations);
    this.#waited = histogram("workqueue_queue_duration_seconds", "Time that items wait in a queue in seconds.");
    this.#worked = histogram("workqueue_work_duration_seconds", "Time that the processing of items takes in seconds.");
    const observed = (name: string, help: string, read: (times: QueueTimes) => number) =>
      new Observed(registry, { name: `workqueue_${name}`, help }, "gauge", (report) => {
        for (const times of this.#queues) report(times.labels, read(times));
      });
    observed("depth", "Items that wait in a queue.", ({ waiting }) => waiting.size);
    observed(
      "unfinished_work_seconds",
      "Time for which the items in progress have been processed in seconds.",
      (times) => agesOf(times).reduce((sum, age) => sum + age, 0),
    );
    observed("longest_running_processor_seconds", "Longest time of an item in progress in seconds.", (times) =>
      Math.max(0, ...agesOf(times)),
    );
  }

  /**
   * Returns an observer that measures one queue.
   * @param name value of the label `name`
   * @param more additional labels
   */
  queue(name: string, more: Labels = {}): WorkQueueObserver {
    const labels = { name, ...more };
    const times: QueueTimes = { labels, waiting: new Map(), running: new Map() };
    this.#queues.push(times);
    const [adds, retries] = [this.#adds.series(labels), this.#retries.series(labels)];
    const [waited, worked] = [this.#waited.series(labels), this.#worked.series(labels)];
    return {
      added(key) {
        adds.value++;
        times.waiting.set(key, performance.now());
      },
      started(key) {
        waited.observe(secondsSince(taken(times.waiting, key)));
        times.running.set(key, performance.now());
      },
      finished(key) {
        worked.observe(secondsSince(taken(times.running, key)));
      },
      retried() {
        retries.value++;
      },
    };
  }
}

function taken(times: Map<unknown, number>, key: unknown): number {
  const time = times.get(key) ?? performance.now();
  times.delete(key);
  return time;
}

function agesOf({ running }: QueueTimes): number[] {
  return [...running.values()].map(secondsSince);
}

function secondsSince(time: number): number {
  return (performance.now() - time) / 1000;
}
