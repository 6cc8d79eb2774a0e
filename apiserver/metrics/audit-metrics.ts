import type { MetricSet } from "./series.js";

export type AuditMetrics = ReturnType<typeof auditMetrics>;

/** Returns the metrics of the audit, with Kubernetes' names. */
export function auditMetrics(set: MetricSet) {
  const events = set.counter("apiserver_audit_event_total", "Audit events that the backends received.")({});
  const errors = set.counter("apiserver_audit_error_total", "Audit events that a plugin has lost, by plugin.");
  const levels = set.counter("apiserver_audit_level_total", "Requests by the level that the audit policy gives them.");
  const rejected = set.counter(
    "apiserver_audit_requests_rejected_total",
    "Requests that were refused because their audit event could not be stored.",
  )({});
  return {
    /** Counts an audit event that the server passes to its backends. */
    event(): void {
      events.value++;
    },
    /** Counts events that a plugin has lost. */
    lost(plugin: string, count: number): void {
      errors({ plugin }).value += count;
    },
    /** Counts a request by the level that the policy gives it. */
    level(level: string): void {
      levels({ level }).value++;
    },
    /** Counts a request that was refused because its event could not be stored. */
    rejected(): void {
      rejected.value++;
    },
  };
}
