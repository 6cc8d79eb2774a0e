import type { Attributes } from "@opentelemetry/api";
import type { Response } from "../http/types.js";
import { metricScope } from "../request/request-info.js";
import type { APIRequest } from "../request/api-request.js";
import { addLatency } from "../tracing/latencies.js";
import { inSpan } from "../tracing/in-span.js";

/** Names of the tracing spans of handlers by verb, as in Go. Watches have no such span. */
const names: Readonly<Record<string, string>> = {
  create: "Create",
  update: "Update",
  patch: "Patch",
  delete: "Delete",
  deletecollection: "Delete",
  get: "Get",
  list: "List",
};

/**
 * Verbs in the attributes of spans, by the verb of the request. All other verbs are written in
 * upper case.
 */
const methods: Readonly<Record<string, string>> = { create: "POST", update: "PUT" };

/** Runs the handler of a request inside a tracing span. */
export function inRequestSpan(request: APIRequest, run: () => Promise<Response>): Promise<Response> {
  const name = names[request.info.verb];
  return name === undefined ? run() : inSpan(name, () => requestAttributes(request), run);
}

/** Encodes a response inside a tracing span, and measures the time. */
export function inEncodingSpan(
  request: APIRequest,
  mediaType: string,
  run: () => Promise<Response>,
): Promise<Response> {
  const attributes = () => ({
    "audit-id": request.auditID,
    method: request.method,
    url: request.path,
    protocol: protocolOf(request),
    mediaType,
  });
  return inSpan("SerializeObject", attributes, async () => {
    const begin = performance.now();
    try {
      return await run();
    } finally {
      addLatency("serialize-response-object", begin);
    }
  });
}

/** Returns the attributes of the span of a request (Go: traceFields). */
function requestAttributes(request: APIRequest): Attributes {
  const { info, header, auditID, path, peer } = request;
  return {
    accept: header("accept") ?? "",
    "audit-id": auditID,
    client: (peer.address ?? "").replace(/:\d+$/, ""),
    "api-group": info.group,
    "api-version": info.version,
    name: info.name,
    subresource: info.subresource,
    namespace: info.namespace,
    protocol: protocolOf(request),
    resource: info.resource,
    scope: metricScope(info),
    url: path,
    "user-agent": (header("user-agent") ?? "").slice(0, 1024),
    verb: methods[info.verb] ?? info.verb.toUpperCase(),
  };
}

function protocolOf({ isHTTP2 }: APIRequest): string {
  return isHTTP2 === true ? "HTTP/2.0" : "HTTP/1.1";
}
