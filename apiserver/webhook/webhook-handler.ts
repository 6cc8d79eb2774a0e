import { durationToMilliseconds, jsonText } from "@apimachinery/runtime";
import type { AdmissionPlugin } from "../admission/plugin.js";
import {
  newGenericNotFound,
  newInternalError,
  newMethodNotAllowed,
  newUnauthorized,
  newUnsupportedMediaType,
  StatusError,
} from "../errors/index.js";
import { textError, type TextResponse } from "../http/messages.js";
import type { Handler, HTTPRequest, Response } from "../http/types.js";
import type { Logger } from "../logging/logger.js";
import { essenceOf } from "../negotiation/media-types.js";
import { checkResponse, healthResponse, type HealthCheck } from "../server/health.js";
import type { ServerLifecycle } from "../server/lifecycle.js";
import type { HandledKinds } from "./handled-kinds.js";
import { answerAdmission } from "./reviews/admission-review.js";
import { answerConversion } from "./reviews/conversion-review.js";
import { ReviewGate } from "./review-gate.js";
import { roleOf, type WebhookTask } from "./roles.js";
import type { WebhookServerMetrics } from "./webhook-metrics.js";

/**
 * Maximum size of the body of a review, in bytes. It contains up to two objects of at most 3 MiB
 * each.
 */
const bodyLimit = 8 * 1024 * 1024;
/** Maximum time that the API server waits for a webhook, in milliseconds. */
const longest = 30_000;

export interface WebhookHandlerConfig {
  /** The kinds of each task; undefined for a task that the server does not support. */
  readonly kinds: { readonly [role in WebhookTask]: HandledKinds | undefined };
  readonly plugins: readonly AdmissionPlugin[];
  /** Checks of /readyz. The other health endpoints only check that the process responds. */
  readonly readiness: readonly HealthCheck[];
  /** True if callers need a certificate of a trusted CA. */
  readonly requiresCertificate: boolean;
  readonly metrics: WebhookServerMetrics;
  readonly lifecycle: ServerLifecycle;
  readonly log: Logger;
}

interface GatedConfig extends WebhookHandlerConfig {
  readonly gate: ReviewGate;
}

/** Returns the handler of all requests. It never throws. */
export function webhookHandler(settings: WebhookHandlerConfig): Handler {
  const config: GatedConfig = { ...settings, gate: new ReviewGate() };
  return async (request) => {
    const leave = config.lifecycle.enter();
    if (leave === undefined) return textError(503, "the server is shutting down", { connection: "close" });
    try {
      return await respond(config, request);
    } catch (error) {
      return errorResponse(config, request, error);
    } finally {
      leave();
    }
  };
}

function respond(config: GatedConfig, request: HTTPRequest): Response | Promise<Response> {
  const health = healthOf(config, request);
  if (health !== undefined) return health;
  const isKnown = config.requiresCertificate ? request.peer.certificate?.isTrusted === true : true;
  if (!isKnown) throw newUnauthorized();
  if (request.path === "/metrics") return metricsResponse(config, request);
  const role = roleOf(request.path);
  const kinds = role && config.kinds[role];
  if (role === undefined || kinds === undefined) throw newGenericNotFound();
  return counted(config, request, role, kinds);
}

/**
 * Returns the response of a health endpoint; undefined for other paths. All callers have access,
 * because kubelet has no client certificate.
 */
function healthOf({ readiness, lifecycle }: WebhookHandlerConfig, request: HTTPRequest) {
  const [, endpoint = "", name] = /^\/(healthz|livez|readyz)(?:\/([^/]+))?\/?$/.exec(request.path) ?? [];
  if (endpoint === "") return undefined;
  if (request.method !== "GET" && request.method !== "HEAD") throw newMethodNotAllowed();
  const ping: HealthCheck = { name: "ping", check: () => undefined };
  const shutdown: HealthCheck = {
    name: "shutdown",
    check: () => {
      if (lifecycle.isStopping) throw new Error("process is shutting down");
    },
  };
  const checks = endpoint === "readyz" ? [ping, ...readiness, shutdown] : [ping];
  if (name === undefined) return healthResponse(endpoint, checks, request, () => undefined);
  const check = checks.find((one) => one.name === name);
  if (check === undefined) throw newGenericNotFound();
  return checkResponse(check);
}

async function metricsResponse({ metrics }: WebhookHandlerConfig, { method }: HTTPRequest): Promise<Response> {
  if (method !== "GET" && method !== "HEAD") throw newMethodNotAllowed();
  const headers = { "content-type": "text/plain; version=0.0.4; charset=utf-8" };
  return { status: 200, headers, body: await metrics.text() };
}

async function counted(
  config: GatedConfig,
  request: HTTPRequest,
  role: WebhookTask,
  kinds: HandledKinds,
): Promise<Response> {
  const end = config.metrics.begin(role);
  const response = await inTime(answerOf(config, request, role, kinds)).catch((error: unknown) =>
    errorResponse(config, request, error),
  );
  end(response.status);
  return response;
}

/** Reads a review, and processes it when earlier reviews leave enough memory. */
async function answerOf(
  config: GatedConfig,
  request: HTTPRequest,
  role: WebhookTask,
  kinds: HandledKinds,
): Promise<Response> {
  if (request.method !== "POST") throw newMethodNotAllowed();
  if (essenceOf(request.header("content-type")) !== "application/json")
    throw newUnsupportedMediaType(["application/json"]);
  const { gate } = config;
  const deadline = performance.now() + timeoutOf(request);
  const release = gate.hold(declaredLength(request));
  if (release === undefined)
    return textError(429, "the webhook server has too many reviews at the same time", { "retry-after": "1" });
  try {
    const body = await request.readBody(bodyLimit);
    const response = await gate.run(body.length, () => reviewed(config, role, kinds, body.toString("utf8"), deadline));
    request.afterwards?.(gate.holdAnswer(response.body.length));
    return response;
  } finally {
    release();
  }
}

async function reviewed(
  { plugins, metrics }: WebhookHandlerConfig,
  role: WebhookTask,
  kinds: HandledKinds,
  body: string,
  deadline: number,
): Promise<TextResponse> {
  if (performance.now() > deadline) return late;
  if (role === "convert") {
    const { answer, isConverted } = await answerConversion(kinds, body, deadline);
    metrics.answered(role, isConverted ? "converted" : "failed");
    return jsonResponse(200, answer);
  }
  const { answer, isAllowed } = await answerAdmission(role, { kinds, plugins, deadline }, body);
  metrics.answered(role, isAllowed ? "allowed" : "denied");
  return jsonResponse(200, jsonText(answer));
}

/**
 * Returns the size of a body that was not read yet, in bytes. Without Content-Length, the body can
 * have the maximum size.
 */
function declaredLength(request: HTTPRequest): number {
  const declared = request.header("content-length") ?? "";
  return /^\d+$/.test(declared) ? Math.min(Number(declared), bodyLimit) : bodyLimit;
}

/**
 * Returns the time for which the API server waits, in milliseconds. The API server sends it as
 * `?timeout=10s`.
 */
function timeoutOf({ query }: HTTPRequest): number {
  try {
    const asked = durationToMilliseconds(query.get("timeout") ?? "");
    return asked > 0 ? Math.min(asked, longest) : longest;
  } catch {
    return longest;
  }
}

const late = textError(504, "the webhook did not respond in time");

/** Waits for a response, but not longer than an API server does. */
function inTime(answer: Promise<Response>): Promise<Response> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<Response>((resolve) => {
    timer = setTimeout(resolve, longest, late);
  });
  return Promise.race([answer, end]).finally(() => {
    clearTimeout(timer);
  });
}

function errorResponse({ log }: WebhookHandlerConfig, { path }: HTTPRequest, error: unknown): Response {
  if (error instanceof StatusError) return jsonResponse(error.status.code ?? 500, jsonText(error.status));
  log(`the webhook ${path} failed`, error);
  const { status } = newInternalError(error instanceof Error ? error.message : String(error));
  return jsonResponse(500, jsonText(status));
}

function jsonResponse(status: number, text: string): TextResponse {
  const headers = { "content-type": "application/json", ...(status === 413 ? { connection: "close" } : {}) };
  return { status, headers, body: `${text}\n` };
}
