import { newBadRequest, newServiceUnavailable, StatusError } from "../errors/index.js";
import type { Answer, Handler, HTTPRequest } from "../http/exchange.js";
import { notYetParsed, parseRequestInfo } from "../http/request-info.js";
import { internalServerError } from "../http/texts.js";
import { WarningRecorder } from "../http/warnings.js";
import { statusAnswer } from "../negotiation/render.js";
import { auditIDOf } from "./audit-id.js";
import { authenticate } from "./authentication.js";
import { authorize } from "./authorization.js";
import { anonymous } from "./context.js";
import type { APIRequest } from "./context.js";
import { deadlineOf, isLongRunning, withDeadline } from "./deadline.js";
import type { APIHandler, ChainConfig, Filter } from "./filter.js";
import { withPanicRecovery } from "./panic-recovery.js";

/** A place in the chain: a filter, or why there is none. */
interface Place {
  readonly name: string;
  readonly filter: Filter | { readonly none: string };
}

/** The handler chain in Kubernetes' order, outermost first: DefaultBuildHandlerChain. */
export const chain: readonly Place[] = [
  { name: "AuditInit", filter: (next) => async (request) => withHeader(await next(request), "audit-id", request.auditID) },
  { name: "PanicRecovery", filter: (next, { log }) => withPanicRecovery(next, log) },
  { name: "MuxAndDiscoveryComplete", filter: { none: "every path is installed before the socket is" } },
  { name: "RequestReceivedTimestamp", filter: { none: "nothing measures from it yet" } },
  { name: "RequestInfo", filter: requestInfo },
  { name: "LatencyTrackers", filter: { none: "they feed audit annotations" } },
  { name: "HTTPLogging", filter: { none: "no access log yet" } },
  { name: "RetryAfter", filter: { none: "--shutdown-send-retry-after is not there" } },
  { name: "HSTS", filter: { none: "--strict-transport-security-directives is not there" } },
  { name: "CacheControl", filter: (next) => async (request) => withHeader(await next(request), "cache-control", "no-cache, private") },
  { name: "ProbabilisticGoaway", filter: { none: "--goaway-chance is not there" } },
  { name: "WatchTerminationDuringShutdown", filter: { none: "watches end when the listener closes" } },
  { name: "WarningRecorder", filter: warningRecorder },
  { name: "WaitGroup", filter: waitGroup },
  { name: "RequestDeadline, TimeoutForNonLongRunning", filter: deadline },
  { name: "CORS", filter: { none: "--cors-allowed-origins is not there" } },
  { name: "Authentication", filter: authentication },
  { name: "Tracing", filter: { none: "no tracing" } },
  { name: "Audit", filter: { none: "no audit backend" } },
  { name: "Impersonation", filter: impersonation },
  { name: "MaxInFlight", filter: { none: "no limit of requests in flight" } },
  { name: "Authorization", filter: authorization },
];

/** Builds what the listener calls. It never throws. */
export function buildChain(director: APIHandler, config: ChainConfig): Handler {
  let handler = director;
  for (const { filter } of [...chain].reverse()) {
    if (typeof filter === "function") handler = filter(handler, config);
  }
  return (request) => handler(received(request));
}

/** What is known of a request before any filter looked at it. */
function received(request: HTTPRequest): APIRequest {
  const { method, uri, path, query, header, readBody, peer } = request;
  return { method, uri, path, query, header, readBody, peer, auditID: auditIDOf(request), info: notYetParsed, warnings: new WarningRecorder(), user: anonymous };
}

function withHeader(answer: Answer, name: string, value: string | readonly string[]): Answer {
  return answer.headers[name] === undefined ? { ...answer, headers: { ...answer.headers, [name]: value } } : answer;
}

function requestInfo(next: APIHandler): APIHandler {
  return (request) => {
    try {
      return next({ ...request, info: parseRequestInfo(request.method, request.path, request.query, request.uri) });
    } catch (error) {
      const answer = internalServerError(request.uri, `failed to create RequestInfo: ${(error as Error).message}`);
      return Promise.resolve(answer);
    }
  };
}

/** Also where errors become answers: it stands further out than Go's, so that it does so for all filters. */
function warningRecorder(next: APIHandler): APIHandler {
  return async (request) => {
    const answer = await withStatusErrors(next, request);
    const warnings = request.warnings.headers();
    return warnings.length === 0 ? answer : withHeader(answer, "warning", warnings);
  };
}

async function withStatusErrors(next: APIHandler, request: APIRequest): Promise<Answer> {
  try {
    return await next(request);
  } catch (error) {
    if (error instanceof StatusError) return statusAnswer(request, error.status);
    throw error;
  }
}

function waitGroup(next: APIHandler, { inFlight }: ChainConfig): APIHandler {
  return async (request) => {
    if (isLongRunning(request)) return next(request);
    const leave = inFlight.enter();
    if (leave === undefined) {
      const { status } = newServiceUnavailable("apiserver is shutting down");
      const answer = statusAnswer(request, { ...status, details: { retryAfterSeconds: 1 } });
      return { ...answer, headers: { ...answer.headers, "x-content-type-options": "nosniff" } };
    }
    try {
      return await next(request);
    } finally {
      leave();
    }
  };
}

function deadline(next: APIHandler): APIHandler {
  return async (request) => {
    if (isLongRunning(request)) return next(request);
    // The inner filters' errors are answers before the race, so that a late one is nobody's unhandled rejection.
    return withDeadline(withStatusErrors(next, request), deadlineOf(request));
  };
}

function authentication(next: APIHandler, { authenticators }: ChainConfig): APIHandler {
  return async (request) => next({ ...request, user: await authenticate(authenticators, request) });
}

/** It is not there yet. Not to look at its headers would let a request do more than it asked for. */
function impersonation(next: APIHandler): APIHandler {
  return async (request) => {
    const asks = ["user", "group", "uid"].some((what) => request.header(`impersonate-${what}`) !== undefined);
    if (asks) throw newBadRequest("impersonation is not supported by this server");
    return next(request);
  };
}

function authorization(next: APIHandler, { authorizers }: ChainConfig): APIHandler {
  return async (request) => {
    await authorize(authorizers, request);
    return next(request);
  };
}
