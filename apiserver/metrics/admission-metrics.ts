import { admit, runValidation, type AdmissionPlugin, type Attributes } from "../admission/plugin.js";
import { SeriesHistogram, type HistogramSeries, type Labels, type MetricSet } from "./series.js";

const durations = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 10];

/** Measures the durations of admission plugins, with the names of Kubernetes' metrics. */
export class AdmissionMetrics {
  readonly #controllers: SeriesHistogram;
  readonly #steps: SeriesHistogram;

  constructor(set: MetricSet) {
    const help = "Duration of an admission plugin in seconds.";
    this.#controllers = new SeriesHistogram(
      set,
      { name: "apiserver_admission_controller_admission_duration_seconds", help },
      durations,
    );
    const ofAll = "Duration of all admission plugins together in seconds.";
    this.#steps = new SeriesHistogram(
      set,
      { name: "apiserver_admission_step_admission_duration_seconds", help: ofAll },
      durations,
    );
  }

  /**
   * Combines plugins into one plugin. Measures the duration of each plugin, and of all plugins
   * together.
   */
  chain(plugins: readonly AdmissionPlugin[]): readonly AdmissionPlugin[] {
    if (plugins.length === 0) return [];
    const measured = plugins.map((plugin) => this.#measured(plugin));
    return [
      {
        name: "chain",
        handles: (operation) => plugins.some((plugin) => plugin.handles(operation)),
        admit: timed(this.#steps, { type: "admit" }, (attributes) => admit(measured, attributes)),
        validate: timed(this.#steps, { type: "validate" }, (attributes) => runValidation(measured, attributes)),
      },
    ];
  }

  /** Returns a plugin that behaves like `plugin` and measures its duration. */
  #measured(plugin: AdmissionPlugin): AdmissionPlugin {
    return {
      name: plugin.name,
      handles: (operation) => plugin.handles(operation),
      ...(plugin.admit === undefined
        ? {}
        : {
            admit: timed(this.#controllers, { name: plugin.name, type: "admit" }, async (attributes) =>
              plugin.admit?.(attributes),
            ),
          }),
      ...(plugin.validate === undefined
        ? {}
        : {
            validate: timed(this.#controllers, { name: plugin.name, type: "validate" }, async (attributes) =>
              plugin.validate?.(attributes),
            ),
          }),
    };
  }
}

type Judge = (attributes: Attributes) => Promise<void>;

function timed(family: SeriesHistogram, labels: Labels, judge: Judge): Judge {
  const series = new Map<string, HistogramSeries>();
  const observe = (operation: string, isRejected: boolean, since: number) => {
    const rejected = String(isRejected);
    const key = `${operation} ${rejected}`;
    let found = series.get(key);
    if (found === undefined) series.set(key, (found = family.series({ ...labels, operation, rejected })));
    found.observe((performance.now() - since) / 1000);
  };
  return async (attributes) => {
    const since = performance.now();
    try {
      await judge(attributes);
      observe(attributes.operation, false, since);
    } catch (error) {
      observe(attributes.operation, true, since);
      throw error;
    }
  };
}
