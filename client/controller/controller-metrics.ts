import {
  SeriesCounter,
  SeriesGauge,
  SeriesHistogram,
  type HistogramSeries,
  type MetricsRegistry,
  type NumberSeries,
} from "../metrics/series.js";
import { WorkQueueMetrics } from "../metrics/work-queue-metrics.js";
import type { WorkQueueObserver } from "../workqueue/work-queue.js";

/** Upper bounds of the histogram of reconcile durations, in seconds, as in controller-runtime. */
const durations = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.25, 1.5, 1.75, 2,
  2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60,
];

/** Metrics of one controller. The controller changes their values directly. */
export interface ControllerSeries {
  readonly success: NumberSeries;
  readonly error: NumberSeries;
  readonly requeueAfter: NumberSeries;
  readonly errors: NumberSeries;
  readonly terminalErrors: NumberSeries;
  readonly panics: NumberSeries;
  readonly timeouts: NumberSeries;
  readonly workers: NumberSeries;
  readonly activeWorkers: NumberSeries;
  readonly time: Pick<HistogramSeries, "observe">;
}

/** Metrics of all controllers with the same registry. The names are those of controller-runtime. */
export class ControllerMetrics {
  static readonly #byRegistry = new WeakMap<MetricsRegistry, ControllerMetrics>();
  readonly #registry: MetricsRegistry;
  readonly #total: SeriesCounter;
  readonly #counters: Readonly<Record<"errors" | "terminalErrors" | "panics" | "timeouts", SeriesCounter>>;
  readonly #gauges: Readonly<Record<"workers" | "activeWorkers", SeriesGauge>>;
  readonly #time: SeriesHistogram;
  readonly #all = new Map<string, ControllerSeries>();
  #queues: WorkQueueMetrics | undefined;

  private constructor(registry: MetricsRegistry) {
    const config = (name: string, what: string) => ({
      name: `controller_runtime_${name}`,
      help: `${what} per controller`,
    });
    const counter = (name: string, what: string) => new SeriesCounter(registry, config(name, what));
    const gauge = (name: string, what: string) => new SeriesGauge(registry, config(name, what));
    this.#registry = registry;
    this.#total = counter("reconcile_total", "Total number of reconciliations");
    this.#counters = {
      errors: counter("reconcile_errors_total", "Total number of reconciliation errors"),
      terminalErrors: counter("terminal_reconcile_errors_total", "Total number of terminal reconciliation errors"),
      panics: counter("reconcile_panics_total", "Total number of reconciliation panics"),
      timeouts: counter("reconcile_timeouts_total", "Total number of reconciliation timeouts"),
    };
    this.#gauges = {
      workers: gauge("max_concurrent_reconciles", "Maximum number of concurrent reconciles"),
      activeWorkers: gauge("active_workers", "Number of currently used workers"),
    };
    this.#time = new SeriesHistogram(
      registry,
      config("reconcile_time_seconds", "Length of time per reconciliation"),
      durations,
    );
  }

  /** Returns the metrics of a registry. The first call adds them to the registry. */
  static of(registry: MetricsRegistry): ControllerMetrics {
    const known = ControllerMetrics.#byRegistry.get(registry) ?? new ControllerMetrics(registry);
    ControllerMetrics.#byRegistry.set(registry, known);
    return known;
  }

  /** Returns the metrics of a controller. The first call creates them, with the value 0. */
  controller(controller: string): ControllerSeries {
    const known = this.#all.get(controller) ?? this.#newSeries(controller);
    this.#all.set(controller, known);
    return known;
  }

  /** Returns an observer that measures the queue of a controller. */
  queue(controller: string): WorkQueueObserver {
    this.#queues ??= new WorkQueueMetrics(this.#registry);
    return this.#queues.queue(controller, { controller });
  }

  #newSeries(controller: string): ControllerSeries {
    const total = (result: string) => this.#total.series({ controller, result });
    // controller-runtime also has the result `requeue`. This package does not, so the value stays
    // 0.
    total("requeue");
    const own = { controller };
    const { errors, terminalErrors, panics, timeouts } = this.#counters;
    const { workers, activeWorkers } = this.#gauges;
    return {
      success: total("success"),
      error: total("error"),
      requeueAfter: total("requeue_after"),
      errors: errors.series(own),
      terminalErrors: terminalErrors.series(own),
      panics: panics.series(own),
      timeouts: timeouts.series(own),
      workers: workers.series(own),
      activeWorkers: activeWorkers.series(own),
      time: this.#time.series(own),
    };
  }
}

/** Returns metrics that are not in any registry, for controllers without metrics. */
export function unreadSeries(): ControllerSeries {
  return ControllerMetrics.of({ registerMetric: () => undefined }).controller("");
}
