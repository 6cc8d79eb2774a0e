import { admit, runValidation, type AdmissionPlugin, type Attributes } from "../admission/plugin.js";
import type { Labels, MetricSet } from "./series.js";

const durations = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 10];

type Judge = (attributes: Attributes) => Promise<void>;

/** Returns the metrics of admission plugins, with the names of Kubernetes' metrics. */
export function admissionMetrics(set: MetricSet) {
  const timed = (name: string, help: string) => {
    const metric = set.histogram(`apiserver_admission_${name}_admission_duration_seconds`, help, durations);
    return (labels: Labels, judge: Judge): Judge =>
      async (attributes) => {
        const since = performance.now();
        let rejected = "true";
        try {
          await judge(attributes);
          rejected = "false";
        } finally {
          const { operation } = attributes;
          metric({ ...labels, operation, rejected }).observe((performance.now() - since) / 1000);
        }
      };
  };
  const timedPlugin = timed("controller", "Duration of an admission plugin in seconds.");
  const timedStep = timed("step", "Duration of all admission plugins together in seconds.");
  const measured = (plugin: AdmissionPlugin): AdmissionPlugin => {
    const { name } = plugin;
    const timedCall = (type: "admit" | "validate") => {
      const judge = plugin[type]?.bind(plugin);
      return judge && { [type]: timedPlugin({ name, type }, async (attributes) => judge(attributes)) };
    };
    return {
      name,
      handles: (operation) => plugin.handles(operation),
      ...timedCall("admit"),
      ...timedCall("validate"),
    };
  };
  return {
    /**
     * Combines plugins into one plugin. Measures the duration of each plugin, and of all plugins
     * together.
     */
    chain(plugins: readonly AdmissionPlugin[]): readonly AdmissionPlugin[] {
      if (plugins.length === 0) return [];
      const all = plugins.map(measured);
      return [
        {
          name: "chain",
          handles: (operation) => plugins.some((plugin) => plugin.handles(operation)),
          admit: timedStep({ type: "admit" }, (attributes) => admit(all, attributes)),
          validate: timedStep({ type: "validate" }, (attributes) => runValidation(all, attributes)),
        },
      ];
    },
  };
}
