import { createHash } from "node:crypto";
import { hostname } from "node:os";
import type { Transformation } from "../storage/index.js";
import { byLabels, type MetricSet } from "./series.js";

/**
 * Upper bounds of durations in seconds: 25 values from 5 microseconds, each twice the one before
 * it.
 */
const durations = Array.from({ length: 25 }, (_, power) => 5e-6 * 2 ** power);

/** Returns the metrics of the encryption of stored objects, with Kubernetes' names. */
export function encryptionMetrics(set: MetricSet) {
  const operations = set.counter(
    "apiserver_storage_transformation_operations_total",
    "Encryptions and decryptions of stored values. The status is OK unless one has failed.",
  );
  const duration = set.histogram(
    "apiserver_storage_transformation_duration_seconds",
    "Durations of encryptions and decryptions of stored values in seconds.",
    durations,
  );
  const reloads = set.counter(
    "apiserver_encryption_config_controller_automatic_reloads_total",
    "Automatic reloads of the encryption configuration.",
  );
  const reloadTimes = set.gauge(
    "apiserver_encryption_config_controller_automatic_reload_last_timestamp_seconds",
    "Time of the last automatic reload of the encryption configuration.",
  );
  /** All resources share the series of durations. Only successes have durations. */
  const seriesOf = byLabels((labels) => {
    const { transformation_type = "", transformer_prefix = "", status } = labels;
    const shared = { transformation_type, transformer_prefix };
    return { total: operations(labels), duration: status === "OK" ? duration(shared) : undefined };
  });
  return {
    transformed({ resource, type, prefix, seconds, hasFailed }: Transformation): void {
      const status = hasFailed ? "unknown-non-grpc" : "OK";
      const series = seriesOf({ resource, transformation_type: type, transformer_prefix: prefix, status });
      series.total.value++;
      series.duration?.observe(seconds);
    },
    /** Counts an automatic reload of the configuration. */
    reloaded(hasFailed: boolean): void {
      const server = `sha256:${createHash("sha256").update(hostname()).digest("hex")}`;
      const labels = { status: hasFailed ? "failure" : "success", apiserver_id_hash: server };
      reloads(labels).value++;
      reloadTimes(labels).value = Date.now() / 1000;
    },
  };
}
