import { SeriesCounter, SeriesGauge, SeriesHistogram, type MetricsRegistry } from "../metrics/series.js";
import { WorkQueueMetrics } from "../metrics/work-queue-metrics.js";
import type { WorkQueueObserver } from "../workqueue/work-queue.js";

/** Upper bounds of the histogram of reconcile durations, in seconds, as in controller-runtime. */
const durations = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.25, 1.5, 1.75, 2,
  2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60,
];

/** Metrics of one controller. The controller changes their values directly. */
export type ControllerSeries = ReturnType<ControllerMetrics["controller"]>;

type ControllerMetrics = ReturnType<typeof newControllerMetrics>;

/** Creates the metrics of controllers. The names are those of controller-runtime. */
function newControllerMetrics(registry: MetricsRegistry) {
  const config = (name: string, what: string) => ({
    name: `controller_runtime_${name}`,
    help: `${what} per controller`,
  });
  const counter = (name: string, what: string) => new SeriesCounter(registry, config(name, what));
  const gauge = (name: string, what: string) => new SeriesGauge(registry, config(name, what));
  const totals = counter("reconcile_total", "Total number of reconciliations");
  const errors = counter("reconcile_errors_total", "Total number of reconciliation errors");
  const terminalErrors = counter("terminal_reconcile_errors_total", "Total number of terminal reconciliation errors");
  const panics = counter("reconcile_panics_total", "Total number of reconciliation panics");
  const timeouts = counter("reconcile_timeouts_total", "Total number of reconciliation timeouts");
  const workers = gauge("max_concurrent_reconciles", "Maximum number of concurrent reconciles");
  const activeWorkers = gauge("active_workers", "Number of currently used workers");
  const time = new SeriesHistogram(
    registry,
    config("reconcile_time_seconds", "Length of time per reconciliation"),
    durations,
  );
  const newSeries = (controller: string) => {
    const total = (result: string) => totals.series({ controller, result });
    // controller-runtime also has the result `requeue`. This package does not, so the value stays
    // 0.
    total("requeue");
    const own = { controller };
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
      time: time.series(own),
    };
  };
  const all = new Map<string, ReturnType<typeof newSeries>>();
  let queues: WorkQueueMetrics | undefined;
  return {
    /** Returns the metrics of a controller. The first call creates them, with the value 0. */
    controller(controller: string) {
      const known = all.get(controller) ?? newSeries(controller);
      all.set(controller, known);
      return known;
    },
    /** Returns an observer that measures the queue of a controller. */
    queue(controller: string): WorkQueueObserver {
      queues ??= new WorkQueueMetrics(registry);
      return queues.queue(controller, { controller });
    },
  };
}

const byRegistry = new WeakMap<MetricsRegistry, ControllerMetrics>();

/** Returns the metrics of a registry. The first call adds them to the registry. */
export function controllerMetrics(registry: MetricsRegistry): ControllerMetrics {
  const known = byRegistry.get(registry) ?? newControllerMetrics(registry);
  byRegistry.set(registry, known);
  return known;
}

/** Returns metrics that are not in any registry, for controllers without metrics. */
export function unreadSeries(): ControllerSeries {
  return newControllerMetrics({ registerMetric: () => undefined }).controller("");
}
