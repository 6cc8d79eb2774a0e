import type { Logger } from "../../logging/logger.js";
import { newBadRequest } from "../../errors/index.js";
import type { Attributes } from "../plugin.js";
import { newReview, type ReviewRequest, type VersionedStrings } from "./admission-review.js";
import type { HookClients } from "./hook-clients.js";
import type { Hook } from "./hook.js";
import type { Invocation } from "./invocation.js";
import { addLatency } from "../../tracing/latencies.js";
import { inSpan } from "../../tracing/in-span.js";
import { postReview, PostError } from "./post-review.js";
import { decodeReview, verifyReview, type ReviewResponse } from "./review-response.js";
import { CallError, deniedBy, Rejection } from "./webhook-errors.js";
import type { WebhookType } from "./webhook-configuration.js";
import { goQuote } from "@apimachinery/runtime";

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
 * @throws CallError, StatusError 400
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

/** Code in metrics for a response that cannot be used. */
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
