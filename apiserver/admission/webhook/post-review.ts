import { ConnectionError, ResponseTooLargeError, StatusError } from "@apimachinery/client";
import { goQuote } from "@apimachinery/runtime";
import { traceHeaders } from "../../tracing/in-span.js";
import type { HookClient } from "./hook-clients.js";

/** Error of a failed call of a webhook, with the code for metrics. */
export class PostError extends Error {
  override readonly name = "PostError";
  readonly code: number;

  constructor(message: string, code: number, cause: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

const unreadable = "unexpected error when reading response body. Please retry. Original error";
/** Code in metrics for a failed call without a response. */
const unavailable = 503;

/** Time limits of a call, in milliseconds. */
export interface CallLimits {
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
export async function postReview(to: HookClient, review: string, { timeout, remaining }: CallLimits): Promise<string> {
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
 * Returns the reason of a failure. Removes the URL with which the client's message begins, because
 * the caller adds it in Go's format.
 */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ConnectionError) return error.message.replace(/^POST \S+: /, "");
  return error.name === "TimeoutError"
    ? "context deadline exceeded (Client.Timeout exceeded while awaiting headers)"
    : error.message;
}
