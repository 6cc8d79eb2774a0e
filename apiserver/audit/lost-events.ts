import type { Logger } from "../logging/logger.js";
import type { AuditMetrics } from "../metrics/audit-metrics.js";
import type { OnLost } from "./backend.js";
import { eventLine } from "./event-line.js";

/** Returns the function that counts lost events, and writes them to the log of the server. */
export function lostEvents(metrics: AuditMetrics, log: Logger): OnLost {
  return (plugin, error, events) => {
    metrics.lost(plugin, events.length);
    const message = error instanceof Error ? error.message : String(error);
    const lines = events.map((event) => `${eventLine(event)}\n`).join("");
    log(
      `Error in audit plugin '${plugin}' affecting ${events.length} audit events: ${message}\nImpacted events:\n${lines}`,
    );
  };
}
