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
import { textError } from "../http/messages.js";
import type { Handler, HTTPRequest, Response } from "../http/types.js";
import type { Logger } from "../logging/logger.js";
import { essenceOf } from "../negotiation/media-types.js";
import { checkResponse, healthResponse, type HealthCheck } from "../server/health.js";
import type { ServerLifecycle } from "../server/lifecycle.js";
import type { HandledKinds } from "./handled-kinds.js";
import { answerAdmission } from "./reviews/admission-review.js";
import { answerConversion } from "./reviews/conversion-review.js";
import { roleOf, type Role } from "./roles.js";
import type { WebhookServerMetrics } from "./webhook-metrics.js";

/** Maximum size of a review, in bytes. The two objects of a review have at most 3 MiB each. */
const bodyLimit = 8 * 1024 * 1024;
/** Maximum time that the API server waits for a webhook, in milliseconds. */
const longest = 30_000;

export interface WebhookHandlerConfig {
  /** The kinds of each task; undefined for a task that the server does not have. */
  readonly kinds: { readonly [role in Role]: HandledKinds | undefined };
  readonly plugins: readonly AdmissionPlugin[];
  /** Checks of /readyz. The other health endpoints only check that the process answers. */
  readonly readiness: readonly HealthCheck[];
  /** True if callers need a certificate of a trusted authority. */
  readonly requiresCertificate: boolean;
  readonly metrics: WebhookServerMetrics;
  readonly lifecycle: ServerLifecycle;
  readonly log: Logger;
}

/** Returns the handler of all requests. It never throws. */
export function webhookHandler(config: WebhookHandlerConfig): Handler {
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

function respond(config: WebhookHandlerConfig, request: HTTPRequest): Response | Promise<Response> {
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

/** Health is answered for every caller, because kubelet has no certificate. */
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
  config: WebhookHandlerConfig,
  request: HTTPRequest,
  role: Role,
  kinds: HandledKinds,
): Promise<Response> {
  const end = config.metrics.begin(role);
  const response = await inTime(answerOf(config, request, role, kinds)).catch((error: unknown) =>
    errorResponse(config, request, error),
  );
  end(response.status);
  return response;
}

async function answerOf(
  { plugins, metrics }: WebhookHandlerConfig,
  request: HTTPRequest,
  role: Role,
  kinds: HandledKinds,
): Promise<Response> {
  if (request.method !== "POST") throw newMethodNotAllowed();
  if (essenceOf(request.header("content-type")) !== "application/json")
    throw newUnsupportedMediaType(["application/json"]);
  const body = (await request.readBody(bodyLimit)).toString("utf8");
  if (role === "convert") {
    const { answer, isConverted } = answerConversion(kinds, body);
    metrics.answered(role, isConverted ? "converted" : "failed");
    return jsonResponse(200, answer);
  }
  const deadline = performance.now() + timeoutOf(request);
  const { answer, isAllowed } = await answerAdmission(role, { kinds, plugins, deadline }, body);
  metrics.answered(role, isAllowed ? "allowed" : "denied");
  return jsonResponse(200, answer);
}

/** Returns the time that the API server waits, which it sends as `?timeout=10s`. */
function timeoutOf({ query }: HTTPRequest): number {
  try {
    const asked = durationToMilliseconds(query.get("timeout") ?? "");
    return asked > 0 ? Math.min(asked, longest) : longest;
  } catch {
    return longest;
  }
}

/** Waits for an answer as long as an API server does. */
function inTime(answer: Promise<Response>): Promise<Response> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Response>((resolve) => {
    timer = setTimeout(resolve, longest, textError(504, "the webhook did not answer in time"));
  });
  return Promise.race([answer, late]).finally(() => {
    clearTimeout(timer);
  });
}

function errorResponse({ log }: WebhookHandlerConfig, { path }: HTTPRequest, error: unknown): Response {
  if (error instanceof StatusError) return jsonResponse(error.status.code ?? 500, error.status);
  log(`the webhook ${path} failed`, error);
  const { status } = newInternalError(error instanceof Error ? error.message : String(error));
  return jsonResponse(500, status);
}

function jsonResponse(status: number, body: object): Response {
  const headers = { "content-type": "application/json", ...(status === 413 ? { connection: "close" } : {}) };
  return { status, headers, body: `${jsonText(body)}\n` };
}
