import type { Response, Handler, HTTPRequest } from "../http/types.js";
import { notYetParsed } from "../request/request-info.js";
import { WarningRecorder } from "../http/warnings.js";
import { auditFilter } from "./audit.js";
import { authentication } from "./authentication.js";
import { authorizationFilter } from "./authorization.js";
import { AuditAnnotations } from "../request/audit-annotations.js";
import { anonymous, auditIDOf, type APIRequest, type APIHandler } from "../request/api-request.js";
import { cors } from "./cors.js";
import { crossSite } from "./cross-site.js";
import { requestDeadline } from "./deadline.js";
import type { ChainConfig, RequestFilter } from "./filter.js";
import { httpLogging } from "./http-logging.js";
import { impersonation } from "./impersonation/impersonation.js";
import { instrumentation } from "./instrumentation.js";
import { maxInFlight } from "./max-in-flight.js";
import {
  withPanicRecovery,
  auditInit,
  cacheControl,
  hsts,
  probabilisticGoaway,
  retryAfter,
} from "./response-filters.js";
import { requestInfo } from "./request-info.js";
import { tracing } from "./tracing.js";
import { warningRecorder } from "./status-errors.js";
import { waitGroup, watchTermination } from "./wait-group.js";
import { withLatencies } from "../tracing/latencies.js";

/**
 * Measures the time that a request spends in each layer of the server, for its audit events. As in
 * Go, watches are not measured.
 */
const latencyTrackers: RequestFilter = (next, { audit }) => {
  if (audit === undefined) return next;
  return (request) => (request.info.verb === "watch" ? next(request) : withLatencies(() => next(request)));
};

/**
 * An entry of the filter chain: a filter, or the reason why the server does not have this filter of
 * Kubernetes.
 */
interface FilterEntry {
  readonly name: string;
  readonly filter: RequestFilter | { readonly none: string };
}

/** The filter chain in Kubernetes' order, outermost first. (Go: DefaultBuildHandlerChain.) */
export const filterChain: readonly FilterEntry[] = [
  { name: "AuditInit", filter: auditInit },
  { name: "PanicRecovery", filter: (next, { log }) => withPanicRecovery(next, log) },
  {
    name: "MuxAndDiscoveryComplete",
    filter: { none: "not needed, because all paths are installed before the server listens" },
  },
  {
    name: "RequestReceivedTimestamp",
    filter: { none: "metrics and logs take the time at which the request arrived from the HTTP layer" },
  },
  { name: "RequestInfo", filter: requestInfo },
  { name: "Instrumentation", filter: instrumentation },
  { name: "LatencyTrackers", filter: latencyTrackers },
  { name: "HTTPLogging", filter: httpLogging },
  { name: "RetryAfter", filter: retryAfter },
  { name: "HSTS", filter: hsts },
  { name: "CacheControl", filter: cacheControl },
  { name: "ProbabilisticGoaway", filter: probabilisticGoaway },
  { name: "WarningRecorder", filter: warningRecorder },
  { name: "WatchTerminationDuringShutdown", filter: watchTermination },
  { name: "WaitGroup", filter: waitGroup },
  { name: "RequestDeadline, TimeoutForNonLongRunning", filter: requestDeadline },
  { name: "CORS", filter: cors },
  { name: "CrossSite, which Kubernetes does not have", filter: crossSite },
  { name: "Authentication", filter: authentication },
  { name: "Tracing", filter: tracing },
  { name: "Audit", filter: auditFilter },
  { name: "Impersonation", filter: impersonation },
  { name: "MaxInFlight", filter: maxInFlight },
  { name: "Authorization", filter: authorizationFilter },
];

/** Returns the handler of all requests: the director, wrapped by the filters. It never throws. */
export function buildChain(director: APIHandler, config: ChainConfig): Handler {
  let handler = director;
  for (const { filter } of [...filterChain].reverse()) {
    if (typeof filter === "function") handler = filter(handler, config);
  }
  return async (request) => {
    const received = newAPIRequest(request);
    return withResponseHeaders(received, await handler(received));
  };
}

/** Converts an HTTP request to a request of the API, before the filters run. */
function newAPIRequest(request: HTTPRequest): APIRequest {
  const { method, uri, path, query, header, headerLines, headerNames, readBody, peer, isHTTP2, afterwards } = request;
  const { bodyPieces, isWebSocket } = request;
  return {
    method,
    uri,
    path,
    query,
    header,
    headerLines,
    headerNames,
    readBody,
    bodyPieces,
    isWebSocket,
    peer,
    isHTTP2,
    afterwards,
    auditID: auditIDOf(header),
    received: performance.now(),
    warnings: new WarningRecorder(),
    annotations: new AuditAnnotations(),
    responseHeaders: {},
    info: notYetParsed,
    user: anonymous,
  };
}

/**
 * Adds the headers that filters have set to a response. Headers of the response itself take
 * precedence, except `Vary`, whose values are combined.
 */
function withResponseHeaders({ responseHeaders }: APIRequest, response: Response): Response {
  const { vary } = responseHeaders;
  const headers = Object.assign(responseHeaders, response.headers);
  const own = response.headers["vary"];
  if (vary !== undefined && own !== undefined) headers["vary"] = [vary, own].flat();
  return { ...response, headers };
}
