import { readFile } from "node:fs/promises";
import type { Registry } from "prom-client";
import { Observed, type MetricSet } from "./series.js";

/**
 * Adds the limit of the process's virtual memory, which the library for metrics of the process does
 * not have. Linux reports it. As in Go, a process without a limit has 2^64 − 1.
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
 * Removes the gauges whose names end with `_total`, which Prometheus reserves for counters. Their
 * sums by type are in the metrics without that ending.
 */
export function removeMisnamed(registry: Registry): void {
  for (const what of ["handles", "requests", "resources"]) registry.removeSingleMetric(`nodejs_active_${what}_total`);
}
