import type { Logger } from "../../logging/logger.js";
import { newBadRequest } from "../../errors/index.js";
import type { Attributes } from "../plugin.js";
import { newReview, type ReviewRequest, type VersionedStrings } from "./admission-review.js";
import type { HookClients, HookClient } from "./hook-clients.js";
import type { Hook } from "./hook.js";
import type { Invocation } from "./invocation.js";
import { addLatency } from "../../tracing/latencies.js";
import { inSpan, traceHeaders } from "../../tracing/in-span.js";
import { decodeReview, verifyReview, type ReviewResponse } from "./review-response.js";
import { CallError, deniedBy, Rejection } from "./webhook-errors.js";
import type { WebhookType } from "./webhook-configuration.js";
import { goQuote } from "@apimachinery/runtime";
import { ConnectionError, ResponseTooLargeError, StatusError } from "@apimachinery/client";

/** Clients and log for calls of the webhooks of one type. */
export interface Caller {
  readonly type: WebhookType;
  readonly clients: HookClients;
  readonly log: Logger;
}

/**
 * Calls a webhook. Adds its warnings to the response for the client, and its annotations to the
 * audit event.
 * @returns the response of a webhook that allows the request
 * @throws CallError if the webhook cannot be called, or if its response is invalid
 * @throws Rejection if the webhook refuses the request
 * @throws StatusError 400 for a dry run that the webhook does not support
 */
export async function callHook(
  caller: Caller,
  invocation: Invocation,
  attributes: Attributes,
  texts: VersionedStrings,
): Promise<ReviewResponse> {
  const { hook } = invocation;
  if (attributes.isDryRun) requireDryRun(hook);
  const review = reviewFor(invocation, attributes, texts);
  const body = await post(caller, hook, attributes, review);
  const response = verified(caller, hook, review, body);
  annotate(caller, hook, attributes, response);
  for (const warning of response.warnings) attributes.warn(warning);
  if (!response.allowed) throw new Rejection(deniedBy(hook.name, response.status));
  return response;
}

/**
 * Checks that a webhook may be called in a dry run, because it declares that it then has no side
 * effects.
 * @throws CallError if `sideEffects` is not set
 * @throws StatusError 400 if the webhook does not support dry runs
 */
function requireDryRun({ name, webhook: { sideEffects } }: Hook): void {
  if (sideEffects === undefined) throw new CallError(name, "Webhook SideEffects is nil", 400);
  if (sideEffects !== "None" && sideEffects !== "NoneOnDryRun")
    throw newBadRequest(`admission webhook ${goQuote(name)} does not support dry run`);
}

function reviewFor(invocation: Invocation, attributes: Attributes, texts: VersionedStrings): ReviewRequest {
  try {
    return newReview(invocation, attributes, texts);
  } catch (error) {
    const why = `could not create admission objects: ${(error as Error).message}`;
    throw new CallError(invocation.hook.name, why, 400);
  }
}

async function post(
  { clients, type }: Caller,
  { name, configuration, webhook, timeoutSeconds }: Hook,
  { deadline = Number.POSITIVE_INFINITY, resource, subresource, operation }: Attributes,
  { body }: ReviewRequest,
): Promise<string> {
  const client = await clients.clientFor(name, webhook.clientConfig).catch((error: unknown) => {
    throw new CallError(name, `could not get REST client: ${(error as Error).message}`, 500);
  });
  const spanAttributes = () => ({
    configuration,
    webhook: name,
    resource: `${resource.group}/${resource.version}, Resource=${resource.resource}`,
    subresource,
    operation,
  });
  const begin = performance.now();
  try {
    return await inSpan(`Call ${type} webhook`, spanAttributes, () =>
      postReview(client, body, { timeout: timeoutSeconds * 1000, remaining: deadline - performance.now() }),
    );
  } catch (error) {
    if (!(error instanceof PostError)) throw error;
    throw new CallError(name, `failed to call webhook: ${error.message}`, error.code);
  } finally {
    addLatency(`${type}-webhook`, begin);
  }
}

/** Code in metrics for a call without a response, and for a response that cannot be used. */
const unavailable = 503;

function verified({ type }: Caller, { name }: Hook, request: ReviewRequest, body: string): ReviewResponse {
  let review: ReturnType<typeof decodeReview>;
  try {
    review = decodeReview(body, request);
  } catch (error) {
    throw new CallError(name, `failed to call webhook: ${(error as Error).message}`, unavailable);
  }
  try {
    return verifyReview(review, request, type);
  } catch (error) {
    throw new CallError(name, `received invalid webhook response: ${(error as Error).message}`, unavailable);
  }
}

function annotate({ log, type }: Caller, { name }: Hook, attributes: Attributes, response: ReviewResponse): void {
  for (const [key, value] of Object.entries(response.auditAnnotations)) {
    try {
      attributes.annotate(`${name}/${key}`, value);
    } catch (error) {
      log(`Failed to set the audit annotation ${name}/${key} for the ${type} webhook ${name}`, error);
    }
  }
}

/** Error of a failed call of a webhook, with the code for metrics. */
class PostError extends Error {
  override readonly name = "PostError";
  readonly code: number;

  constructor(message: string, code: number, cause: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

const unreadable = "unexpected error when reading response body. Please retry. Original error";

/** Time limits of a call, in milliseconds. */
interface CallLimits {
  /** Timeout in the configuration of the webhook. */
  readonly timeout: number;
  /** Time until the deadline of the client's request. */
  readonly remaining: number;
}

/**
 * Time in milliseconds by which a call may exceed the deadline of the client's request. The client
 * gets the response 504 at the deadline.
 */
const grace = 100;

/**
 * Sends an AdmissionReview to a webhook.
 * @returns body of the response
 * @throws PostError with Go's message
 */
async function postReview(to: HookClient, review: string, { timeout, remaining }: CallLimits): Promise<string> {
  const { client, address, headers } = to;
  // The parameter is at least 1 second, because a timeout of 0 means that the call has no time
  // limit.
  const seconds = Math.ceil(Math.max(Math.min(timeout, remaining), 1) / 1000);
  const query = new URLSearchParams({ timeout: `${seconds}s` });
  const url = `${address.origin}${address.path}?${query.toString()}`;
  const signal = AbortSignal.timeout(Math.ceil(Math.max(Math.min(timeout, remaining + grace), 0)));
  try {
    return await client.text({
      method: "POST",
      path: address.path,
      query,
      headers: { accept: "application/json, */*", "content-type": "application/json", ...traceHeaders(), ...headers },
      body: review,
      signal,
    });
  } catch (error) {
    if (error instanceof StatusError) throw new PostError(error.message, error.code, error);
    if (error instanceof ResponseTooLargeError)
      throw new PostError(`${unreadable}: ${error.message}`, unavailable, error);
    const why = signal.aborted ? "context deadline exceeded" : causeOf(error);
    throw new PostError(`Post ${goQuote(url)}: ${why}`, unavailable, error);
  }
}

/**
 * Returns the reason of a failure. Removes the method and the URL with which the client's message
 * begins, because the caller adds them in Go's format.
 */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ConnectionError) return error.message.replace(/^POST \S+: /, "");
  return error.name === "TimeoutError"
    ? "context deadline exceeded (Client.Timeout exceeded while awaiting headers)"
    : error.message;
}
