import { readFile } from "node:fs/promises";
import { WorkQueueMetrics, type MetricsRegistry } from "@apimachinery/client";
import type { Registry } from "prom-client";
import type { VersionInfo } from "../util/version.js";
import { admissionMetrics } from "./admission-metrics.js";
import { auditMetrics } from "./audit-metrics.js";
import { authenticationMetrics } from "./authentication-metrics.js";
import { authorizationMetrics } from "./authorization-metrics.js";
import { encryptionMetrics } from "./encryption-metrics.js";
import { addFeatureMetrics } from "./feature-metrics.js";
import { listMetrics, storageMetrics, watchCacheMetrics } from "./storage-metrics.js";
import { RequestMetrics } from "./request-metrics.js";
import { MetricSet, type NumberSeries, type Observe, type SeriesOf } from "./series.js";
import { watchMetrics } from "./watch-metrics.js";
import { webhookMetrics } from "./webhook-metrics.js";

const filterDurations = [0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 5, 10, 15, 30];

/**
 * All metrics of one server, with Kubernetes' names. The metrics of the process are Node's metrics
 * instead of Go's.
 */
export class ServerMetrics {
  readonly #set = new MetricSet();
  readonly requests = new RequestMetrics(this.#set);
  readonly #filter = this.#set.histogram(
    "apiserver_request_filter_duration_seconds",
    "Time that a filter takes for a request in seconds.",
    filterDurations,
  );
  /** Time that each filter takes. */
  readonly filters = {
    authentication: this.#filter({ filter: "authentication" }),
    authorization: this.#filter({ filter: "authorization" }),
  };
  readonly watches = watchMetrics(this.#set);
  readonly watchCaches = watchCacheMetrics(this.#set);
  readonly workQueues = new WorkQueueMetrics(this.#set);
  readonly admission = admissionMetrics(this.#set);
  readonly webhooks = webhookMetrics(this.#set);
  readonly audit = auditMetrics(this.#set);
  readonly authentication = authenticationMetrics(this.#set);
  readonly authorization = authorizationMetrics(this.#set);
  readonly storage = storageMetrics(this.#set);
  readonly lists = listMetrics(this.#set);
  readonly encryption = encryptionMetrics(this.#set);
  /** Has the value 1 for each deprecated version that a client has requested. */
  readonly deprecations: SeriesOf<NumberSeries> = this.#set.gauge(
    "apiserver_requested_deprecated_apis",
    "Deprecated versions that were requested, with the release that removes them.",
  );
  readonly #handshakes = this.#set.counter(
    "apiserver_tls_handshake_errors_total",
    "Connections whose TLS handshake failed.",
  )({});
  readonly #health = this.#set.gauge(
    "kubernetes_healthcheck",
    "Result of the last run of a health check: 1 for success.",
  );
  readonly #healthTotal = this.#set.counter("kubernetes_healthchecks_total", "Runs of health checks, by result.");

  constructor(version: VersionInfo) {
    watchProcessSoon();
    addFeatureMetrics(this.#set);
    addProcessLimits(this.#set);
    this.#set.gauge(
      "kubernetes_build_info",
      "Version and platform of the build.",
    )({
      major: version.major,
      minor: version.minor,
      git_version: version.gitVersion,
      git_commit: version.gitCommit,
      git_tree_state: version.gitTreeState,
      build_date: version.buildDate,
      go_version: version.goVersion,
      compiler: version.compiler,
      platform: version.platform,
    }).value = 1;
  }

  /** Registry for metrics of the server's controllers. */
  get registry(): MetricsRegistry {
    return this.#set;
  }

  handshakeFailed(): void {
    this.#handshakes.value++;
  }

  /**
   * Counts a run of a health check.
   * @param type healthz, livez or readyz
   */
  checked(name: string, type: string, isWell: boolean): void {
    this.#health({ name, type }).value = isWell ? 1 : 0;
    this.#healthTotal({ name, type, status: isWell ? "success" : "error" }).value++;
  }

  /** Adds a gauge that reads its values from another component at each scrape. */
  observed(name: string, help: string, read: Observe): void {
    this.#set.observed(name, help, "gauge", read);
  }

  /** Returns all metrics, including those of the process, in Prometheus' text format. */
  async text(): Promise<string> {
    return `${await this.#set.text()}${await (await processRegistry()).metrics()}`;
  }

  /** Resets all counters and histograms. Gauges are not changed. */
  reset(): void {
    this.#set.reset();
  }
}

/**
 * Delay between the start of the first server and the loading of the library for process metrics,
 * in milliseconds.
 */
const startTime = 10_000;
let ofProcess: Promise<Registry> | undefined;
let isSoon = false;

/**
 * Starts to observe the process some time after the first server has started. Loading the library
 * at the start would make the start a tenth longer.
 */
function watchProcessSoon(): void {
  if (isSoon) return;
  isSoon = true;
  // The error is ignored here. The next scrape loads the library again, and reports the error if
  // loading fails again.
  setTimeout(() => {
    processRegistry().catch(() => undefined);
  }, startTime).unref();
}

/**
 * Returns the metrics registry that all servers of the process share. It observes the event loop
 * and the garbage collector.
 */
function processRegistry(): Promise<Registry> {
  return (ofProcess ??= newProcessRegistry());
}

async function newProcessRegistry(): Promise<Registry> {
  const { Registry: Metrics, collectDefaultMetrics } = await import("prom-client");
  const registry = new Metrics();
  collectDefaultMetrics({ register: registry });
  // Prometheus reserves names with the ending `_total` for counters. The removed metrics are
  // gauges. The metrics of the same names without `_total` contain the same numbers by type.
  for (const what of ["handles", "requests", "resources"]) registry.removeSingleMetric(`nodejs_active_${what}_total`);
  return registry;
}

/**
 * Adds the metric of the process's virtual memory limit, which the library for process metrics
 * lacks. The limit is read from /proc; on systems other than Linux, the metric has no value. As in
 * Go, a process without a limit has the value 2^64 − 1.
 */
function addProcessLimits(set: MetricSet): void {
  const help = "Maximum amount of virtual memory available in bytes.";
  set.observed("process_virtual_memory_max_bytes", help, "gauge", async (report) => {
    const limits = await readFile("/proc/self/limits", "utf8").catch(() => "");
    const [, limit] = /^Max address space +(\d+|unlimited)/m.exec(limits) ?? [];
    if (limit !== undefined) report({}, limit === "unlimited" ? 2 ** 64 : Number(limit));
  });
}
