import type { Registry } from "prom-client";
import type { AdmissionPlugin, Attributes } from "../admission/plugin.js";
import { SeriesHistogram } from "./series.js";
import type { HistogramSeries } from "./series.js";

const durations = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 10];

/** How long admission plugins took, under Kubernetes' name. */
export class AdmissionMetrics {
  readonly #controllers: SeriesHistogram;

  constructor(registry: Registry) {
    const help = "How long an admission plugin took, in seconds.";
    this.#controllers = new SeriesHistogram(registry, { name: "apiserver_admission_controller_admission_duration_seconds", help }, durations);
  }

  /** The same plugin, and it is measured. */
  measured(plugin: AdmissionPlugin): AdmissionPlugin {
    return {
      name: plugin.name,
      handles: (operation) => plugin.handles(operation),
      ...(plugin.admit === undefined ? {} : { admit: this.#timed(plugin.name, "admit", async (attributes) => plugin.admit?.(attributes)) }),
      ...(plugin.validate === undefined ? {} : { validate: this.#timed(plugin.name, "validate", async (attributes) => plugin.validate?.(attributes)) }),
    };
  }

  #timed(name: string, type: string, judge: (attributes: Attributes) => Promise<void>): (attributes: Attributes) => Promise<void> {
    const series = new Map<string, HistogramSeries>();
    const observe = (operation: string, rejected: boolean, since: number) => {
      const key = `${operation} ${String(rejected)}`;
      let found = series.get(key);
      if (found === undefined) series.set(key, (found = this.#controllers.series({ name, type, operation, rejected: String(rejected) })));
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
}
