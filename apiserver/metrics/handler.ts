import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { APIHandler } from "../request/api-request.js";
import type { ServerMetrics } from "./server-metrics.js";

const compress = promisify<string, Buffer>(gzip);
const contentType = "text/plain; version=0.0.4; charset=utf-8; escaping=underscores";
const started = String(Math.floor(Date.now() / 1000 - process.uptime()));

/** Returns the handler of `/metrics`: DELETE resets the metrics, all other methods read them. */
export function metricsHandler(metrics: ServerMetrics): APIHandler {
  return async (request) => {
    if (request.method === "DELETE") {
      metrics.reset();
      return { status: 200, headers: { "content-type": "text/plain; charset=utf-8" }, body: "metrics reset\n" };
    }
    const headers = { "content-type": contentType, "process-start-time-unix": started };
    const text = await metrics.text();
    if (!/\bgzip\b/.test(request.header("accept-encoding") ?? "")) return { status: 200, headers, body: text };
    return { status: 200, headers: { ...headers, "content-encoding": "gzip" }, body: await compress(text) };
  };
}
