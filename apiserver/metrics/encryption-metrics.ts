import { createHash } from "node:crypto";
import { hostname } from "node:os";
import type { Transformation } from "../storage/index.js";
import {
  SeriesCounter,
  SeriesGauge,
  SeriesHistogram,
  type HistogramSeries,
  type MetricSet,
  type NumberSeries,
} from "./series.js";

/**
 * Upper bounds of durations in seconds: 25 values from 5 microseconds, each twice the one before
 * it.
 */
const durations = Array.from({ length: 25 }, (_, power) => 5e-6 * 2 ** power);

/** Metrics of the encryption of stored objects, with Kubernetes' names. */
export class EncryptionMetrics {
  readonly #operations: SeriesCounter;
  readonly #durations: SeriesHistogram;
  readonly #reloads: SeriesCounter;
  readonly #reloadTimes: SeriesGauge;
  readonly #known = new Map<string, { readonly total: NumberSeries; readonly duration: HistogramSeries | undefined }>();
  readonly #byPrefix = new Map<string, HistogramSeries>();
  readonly #reloadSeries = new Map<string, { readonly total: NumberSeries; readonly time: NumberSeries }>();

  constructor(set: MetricSet) {
    this.#operations = new SeriesCounter(set, {
      name: "apiserver_storage_transformation_operations_total",
      help: "Encryptions and decryptions of stored values. The status is OK unless one has failed.",
    });
    this.#durations = new SeriesHistogram(
      set,
      {
        name: "apiserver_storage_transformation_duration_seconds",
        help: "Durations of encryptions and decryptions of stored values in seconds.",
      },
      durations,
    );
    this.#reloads = new SeriesCounter(set, {
      name: "apiserver_encryption_config_controller_automatic_reloads_total",
      help: "Automatic reloads of the encryption configuration.",
    });
    this.#reloadTimes = new SeriesGauge(set, {
      name: "apiserver_encryption_config_controller_automatic_reload_last_timestamp_seconds",
      help: "Time of the last automatic reload of the encryption configuration.",
    });
  }

  transformed({ resource, type, prefix, seconds, hasFailed }: Transformation): void {
    const key = `${resource}\n${type}\n${prefix}\n${hasFailed}`;
    let series = this.#known.get(key);
    if (series === undefined) {
      const labels = { transformation_type: type, transformer_prefix: prefix };
      series = {
        total: this.#operations.series({ resource, ...labels, status: hasFailed ? "unknown-non-grpc" : "OK" }),
        duration: hasFailed ? undefined : this.#durationOf(labels),
      };
      this.#known.set(key, series);
    }
    series.total.value++;
    series.duration?.observe(seconds);
  }

  /** Returns the series of durations with these labels. All resources share the series. */
  #durationOf(labels: { readonly transformation_type: string; readonly transformer_prefix: string }): HistogramSeries {
    const key = Object.values(labels).join("\n");
    let series = this.#byPrefix.get(key);
    if (series === undefined) this.#byPrefix.set(key, (series = this.#durations.series(labels)));
    return series;
  }

  /** Counts an automatic reload of the configuration. */
  reloaded(hasFailed: boolean): void {
    const status = hasFailed ? "failure" : "success";
    let series = this.#reloadSeries.get(status);
    if (series === undefined) {
      const server = `sha256:${createHash("sha256").update(hostname()).digest("hex")}`;
      const labels = { status, apiserver_id_hash: server };
      series = { total: this.#reloads.series(labels), time: this.#reloadTimes.series(labels) };
      this.#reloadSeries.set(status, series);
    }
    series.total.value++;
    series.time.value = Date.now() / 1000;
  }
}
