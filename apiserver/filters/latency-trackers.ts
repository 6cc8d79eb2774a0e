import { withLatencies } from "../tracing/latencies.js";
import type { RequestFilter } from "./filter.js";

/**
 * Measures the time that a request spends in each layer of the server, for its audit events. As in
 * Go, watches are not measured.
 */
export const latencyTrackers: RequestFilter = (next, { audit }) => {
  if (audit === undefined) return next;
  return (request) => (request.info.verb === "watch" ? next(request) : withLatencies(() => next(request)));
};
