import type { Attributes, Context, Span } from "@opentelemetry/api";
import { StatusError } from "../errors/index.js";
import type { Response, Sink } from "../http/types.js";
import type { APIRequest } from "../request/api-request.js";
import { instrumentationScope, maxSpanText, tracingAPI, type TracingAPI } from "../tracing/open-telemetry.js";
import type { RequestFilter } from "./filter.js";

/**
 * Creates the span of a request (Go: WithTracing). The span continues the trace of a privileged
 * client. For other clients, it only has a link to their trace, because they must not decide which
 * requests are traced.
 */
export const tracing: RequestFilter = (next) => {
  const api = tracingAPI();
  if (api === undefined) return next;
  return async (request) => {
    const { span, active } = startSpan(api, request);
    let response: Response;
    try {
      response = await api.context.with(active, () => next(request));
    } catch (error) {
      end(api, span, error instanceof StatusError ? error.code : 500);
      throw error;
    }
    if (typeof response.body !== "function") {
      span.setAttribute("http.response.body.size", response.body.length);
      end(api, span, response.status);
      return response;
    }
    const { body } = response;
    return {
      ...response,
      body: (sink: Sink) => {
        const onEnd = () => {
          end(api, span, response.status);
        };
        if (sink.closed.aborted) onEnd();
        else sink.closed.addEventListener("abort", onEnd, { once: true });
        api.context.with(active, () => {
          body(sink);
        });
      },
    };
  };
};

const privilegedGroups = ["system:masters", "system:monitoring"];

function startSpan(api: TracingAPI, request: APIRequest): { readonly span: Span; readonly active: Context } {
  const { ROOT_CONTEXT, SpanKind, propagation, trace } = api;
  const headers = { get: (_: unknown, name: string) => request.header(name), keys: () => [...request.headerNames()] };
  const remote = propagation.extract(ROOT_CONTEXT, undefined, headers);
  const isPrivileged = request.user.groups.some((group) => privilegedGroups.includes(group));
  const parent = trace.getSpanContext(remote);
  const links = isPrivileged || parent === undefined ? [] : [{ context: parent }];
  const options = {
    kind: SpanKind.SERVER,
    startTime: Date.now() - (performance.now() - request.received),
    attributes: attributesOf(request),
    root: !isPrivileged,
    links,
  };
  const span = trace.getTracer(instrumentationScope).startSpan(nameOf(request).slice(0, maxSpanText), options, remote);
  return { span, active: trace.setSpan(remote, span) };
}

/**
 * Returns the method and the path with placeholders; only the method if the path is not of a
 * resource (Go: getSpanNameFromRequestInfo).
 */
function nameOf({ method, info }: APIRequest): string {
  if (!info.isResourceRequest) return method;
  const segments = [
    info.prefix,
    info.group,
    info.version,
    info.namespace === "" ? "" : "namespaces/{:namespace}",
    info.resource,
    info.name === "" ? "" : "{:name}",
    info.subresource,
  ];
  return `${method} ${segments.map((segment) => (segment === "" ? "" : `/${segment}`)).join("")}`;
}

function attributesOf({ method, path, uri, header, peer, isHTTP2, auditID }: APIRequest): Attributes {
  const address = peer.address ?? "";
  const colon = address.lastIndexOf(":");
  return {
    "http.request.method": method,
    "url.scheme": "https",
    "url.path": path,
    "http.target": uri,
    "audit-id": auditID,
    "user_agent.original": header("user-agent") ?? "",
    "network.protocol.version": isHTTP2 === true ? "2" : "1.1",
    ...(colon < 0
      ? {}
      : {
          "client.address": header("x-forwarded-for")?.split(",")[0]?.trim() ?? address.slice(0, colon),
          "network.peer.address": address.slice(0, colon),
          "network.peer.port": Number(address.slice(colon + 1)),
        }),
  };
}

function end({ SpanStatusCode }: TracingAPI, span: Span, code: number): void {
  span.setAttribute("http.response.status_code", code);
  if (code >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}
