import { readFile } from "node:fs/promises";
import type { Registry } from "prom-client";
import { Observed, type MetricSet } from "./series.js";

/**
 * Adds the metric of the process's virtual memory limit, which the library for process metrics
 * lacks. The limit is read from /proc; on systems other than Linux, the metric has no value. As in
 * Go, a process without a limit has the value 2^64 − 1.
 */
export function addProcessLimits(set: MetricSet): void {
  const config = {
    name: "process_virtual_memory_max_bytes",
    help: "Maximum amount of virtual memory available in bytes.",
  };
  new Observed(set, config, "gauge", async (report) => {
    const limits = await readFile("/proc/self/limits", "utf8").catch(() => "");
    const [, limit] = /^Max address space +(\d+|unlimited)/m.exec(limits) ?? [];
    if (limit !== undefined) report({}, limit === "unlimited" ? 2 ** 64 : Number(limit));
  });
}

/**
 * Removes the gauges whose names end with `_total`, an ending that Prometheus reserves for
 * counters. The metrics of the same names without `_total` contain the same numbers by type.
 */
export function removeMisnamed(registry: Registry): void {
  for (const what of ["handles", "requests", "resources"]) registry.removeSingleMetric(`nodejs_active_${what}_total`);
}
