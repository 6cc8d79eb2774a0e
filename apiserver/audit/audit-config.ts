import type { Logger } from "../logging/logger.js";
import type { AuditMetrics } from "../metrics/audit-metrics.js";
import type { AuditBackend } from "./backend.js";
import type { Audited, AuditDecision } from "./policy/evaluate.js";

/** The audit of a server: which requests have events, and where the events go. */
export interface AuditConfig {
  readonly evaluate: (request: Audited) => AuditDecision;
  readonly backend: AuditBackend;
  readonly metrics: AuditMetrics;
  readonly log: Logger;
}
