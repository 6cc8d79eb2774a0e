import type { Logger } from "../logging/logger.js";
import type { AuditMetrics } from "../metrics/audit-metrics.js";
import type { AuditBackend } from "./backend.js";
import type { Audited, AuditDecision } from "./policy/evaluate.js";

/**
 * Audit configuration of a server: the policy that selects requests, and the backend that receives
 * the events.
 */
export interface AuditConfig {
  readonly evaluate: (request: Audited) => AuditDecision;
  readonly backend: AuditBackend;
  readonly metrics: AuditMetrics;
  readonly log: Logger;
}
