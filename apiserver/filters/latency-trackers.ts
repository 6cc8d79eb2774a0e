import { withLatencies } from "../tracing/latencies.js";
import type { Filter } from "./filter.js";

/** Measures the time that a request spends in the parts of the server, for its audit events. */
export const latencyTrackers: Filter = (next, { audit }) =>
  audit === undefined ? next : (request) => withLatencies(() => next(request));
