import type { Registry } from "prom-client";
import type { VersionInfo } from "../util/version.js";
import { AdmissionMetrics } from "./admission-metrics.js";
import { DeprecationMetrics } from "./deprecation-metrics.js";
import { addFeatureMetrics } from "./feature-metrics.js";
import { RequestMetrics } from "./request-metrics.js";
import { MetricSet, ObservedGauge, SeriesCounter, SeriesGauge, type NumberSeries, type Observe } from "./series.js";
import { StorageMetrics } from "./storage-metrics.js";
import { WatchMetrics } from "./watch-metrics.js";

/**
 * All that one server counts. The names are Kubernetes'; what is said of the process is Node's
 * where Go's would be.
 */
export class ServerMetrics {
  readonly #set = new MetricSet();
  readonly requests = new RequestMetrics(this.#set);
  readonly watches = new WatchMetrics(this.#set);
  readonly admission = new AdmissionMetrics(this.#set);
  readonly storage = new StorageMetrics(this.#set);
  readonly deprecations = new DeprecationMetrics(this.#set);
  readonly #handshakes: NumberSeries;
  readonly #authentications: SeriesCounter;
  readonly #attempts = new Map<string, NumberSeries>();
  readonly #health: SeriesGauge;
  readonly #healthTotal: SeriesCounter;
  readonly #checks = new Map<string, { readonly state: NumberSeries; readonly total: Map<string, NumberSeries> }>();

  constructor(version: VersionInfo) {
    const set = this.#set;
    watchProcessSoon();
    const handshakes = new SeriesCounter(set, {
      name: "apiserver_tls_handshake_errors_total",
      help: "Connections that broke before TLS was agreed on.",
    });
    this.#handshakes = handshakes.series({});
    this.#authentications = new SeriesCounter(set, {
      name: "authentication_attempts",
      help: "Requests by whether it was found out who sent them.",
    });
    this.#health = new SeriesGauge(set, {
      name: "kubernetes_healthcheck",
      help: "Whether a check succeeded when it was made last.",
    });
    this.#healthTotal = new SeriesCounter(set, {
      name: "kubernetes_healthchecks_total",
      help: "Checks that were made, by their outcome.",
    });
    addFeatureMetrics(set);
    const build = new SeriesGauge(set, { name: "kubernetes_build_info", help: "What was built, when, and for what." });
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

  handshakeFailed(): void {
    this.#handshakes.value++;
  }

  authenticated(result: "success" | "failure" | "error"): void {
    let series = this.#attempts.get(result);
    if (series === undefined) this.#attempts.set(result, (series = this.#authentications.series({ result })));
    series.value++;
  }

  /** @param type healthz, livez or readyz */
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

  /** A number that somebody else knows, asked for when somebody scrapes. */
  observed(name: string, help: string, read: Observe): void {
    new ObservedGauge(this.#set, { name, help }, read);
  }

  /** Everything, and what is known of the process, in Prometheus' text. */
  async text(): Promise<string> {
    return `${await this.#set.text()}${await (await processRegistry()).metrics()}`;
  }

  /** Begins to count anew; what is open stays counted. */
  reset(): void {
    this.#set.reset();
  }
}

/** How long a process is left to start before it is watched, in milliseconds. */
const startTime = 10_000;
let ofProcess: Promise<Registry> | undefined;
let isSoon = false;

/**
 * From a moment after the start of the first server on: to load what watches a process would be a
 * tenth of the time that a start takes.
 */
function watchProcessSoon(): void {
  if (isSoon) return;
  isSoon = true;
  // Whoever scrapes is told what went wrong.
  setTimeout(() => {
    processRegistry().catch(() => undefined);
  }, startTime).unref();
}

/** One for all servers of a process: it watches the event loop and the garbage collector. */
function processRegistry(): Promise<Registry> {
  return (ofProcess ??= newProcessRegistry());
}

async function newProcessRegistry(): Promise<Registry> {
  const { Registry: Metrics, collectDefaultMetrics } = await import("prom-client");
  const registry = new Metrics();
  collectDefaultMetrics({ register: registry });
  return registry;
}
