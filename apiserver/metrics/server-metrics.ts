import { WorkQueueMetrics, type MetricsRegistry } from "@apimachinery/client";
import type { Registry } from "prom-client";
import type { VersionInfo } from "../util/version.js";
import { AdmissionMetrics } from "./admission-metrics.js";
import { AuditMetrics } from "./audit-metrics.js";
import { AuthenticationMetrics } from "./authentication-metrics.js";
import { AuthorizationMetrics } from "./authorization-metrics.js";
import { DeprecationMetrics } from "./deprecation-metrics.js";
import { EncryptionMetrics } from "./encryption-metrics.js";
import { FilterMetrics } from "./filter-metrics.js";
import { addFeatureMetrics } from "./feature-metrics.js";
import { addProcessLimits, removeMisnamed } from "./process-metrics.js";
import { RequestMetrics } from "./request-metrics.js";
import { ListMetrics } from "./list-metrics.js";
import { MetricSet, Observed, SeriesCounter, SeriesGauge, type NumberSeries, type Observe } from "./series.js";
import { StorageMetrics } from "./storage-metrics.js";
import { WatchCacheMetrics } from "./watch-cache-metrics.js";
import { WatchMetrics } from "./watch-metrics.js";
import { WebhookMetrics } from "./webhook-metrics.js";

/**
 * All metrics of one server, with Kubernetes' names. The metrics of the process are Node's metrics
 * instead of Go's.
 */
export class ServerMetrics {
  readonly #set = new MetricSet();
  readonly requests = new RequestMetrics(this.#set);
  readonly filters = new FilterMetrics(this.#set);
  readonly watches = new WatchMetrics(this.#set);
  readonly watchCaches = new WatchCacheMetrics(this.#set);
  readonly workQueues = new WorkQueueMetrics(this.#set);
  readonly admission = new AdmissionMetrics(this.#set);
  readonly webhooks = new WebhookMetrics(this.#set);
  readonly audit = new AuditMetrics(this.#set);
  readonly authentication = new AuthenticationMetrics(this.#set);
  readonly authorization = new AuthorizationMetrics(this.#set);
  readonly storage = new StorageMetrics(this.#set);
  readonly lists = new ListMetrics(this.#set);
  readonly encryption = new EncryptionMetrics(this.#set);
  readonly deprecations = new DeprecationMetrics(this.#set);
  readonly #handshakes: NumberSeries;
  readonly #health: SeriesGauge;
  readonly #healthTotal: SeriesCounter;
  readonly #checks = new Map<string, { readonly state: NumberSeries; readonly total: Map<string, NumberSeries> }>();

  constructor(version: VersionInfo) {
    const set = this.#set;
    watchProcessSoon();
    const handshakes = new SeriesCounter(set, {
      name: "apiserver_tls_handshake_errors_total",
      help: "Connections whose TLS handshake failed.",
    });
    this.#handshakes = handshakes.series({});
    this.#health = new SeriesGauge(set, {
      name: "kubernetes_healthcheck",
      help: "Result of the last run of a health check: 1 for success.",
    });
    this.#healthTotal = new SeriesCounter(set, {
      name: "kubernetes_healthchecks_total",
      help: "Runs of health checks, by result.",
    });
    addFeatureMetrics(set);
    addProcessLimits(set);
    const build = new SeriesGauge(set, { name: "kubernetes_build_info", help: "Version and platform of the build." });
    build.series({
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
    const key = `${type}/${name}`;
    let check = this.#checks.get(key);
    if (check === undefined)
      this.#checks.set(key, (check = { state: this.#health.series({ name, type }), total: new Map() }));
    check.state.value = isWell ? 1 : 0;
    const status = isWell ? "success" : "error";
    let total = check.total.get(status);
    if (total === undefined) check.total.set(status, (total = this.#healthTotal.series({ name, type, status })));
    total.value++;
  }

  /** Adds a gauge that reads its values from another component at each scrape. */
  observed(name: string, help: string, read: Observe): void {
    new Observed(this.#set, { name, help }, "gauge", read);
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
  removeMisnamed(registry);
  return registry;
}
