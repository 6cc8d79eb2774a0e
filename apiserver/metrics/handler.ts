import type { APIHandler } from "../filters/filter.js";
import type { ServerMetrics } from "./server-metrics.js";

const contentType = "text/plain; version=0.0.4; charset=utf-8; escaping=underscores";
const started = String(Math.floor(Date.now() / 1000 - process.uptime()));

/** `/metrics`: whatever the method, but that DELETE begins anew. */
export function metricsHandler(metrics: ServerMetrics): APIHandler {
  return async (request) => {
    if (request.method === "DELETE") {
      metrics.reset();
      return { status: 200, headers: { "content-type": "text/plain; charset=utf-8" }, body: "metrics reset\n" };
    }
    return { status: 200, headers: { "content-type": contentType, "process-start-time-unix": started }, body: await metrics.text() };
  };
}
