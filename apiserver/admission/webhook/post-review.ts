import { ConnectionError, ResponseTooLargeError, StatusError } from "@apimachinery/client";
import { goQuote } from "@apimachinery/runtime";
import { traceHeaders } from "../../tracing/in-span.js";
import type { HookClient } from "./hook-clients.js";

/** A failed call of a webhook: its message, and the code for metrics. */
export class PostError extends Error {
  override readonly name = "PostError";
  readonly code: number;

  constructor(message: string, code: number, cause: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

const unreadable = "unexpected error when reading response body. Please retry. Original error";
/** Code of a failure without a response. */
const unavailable = 503;

/** Time limits of a call, in milliseconds. */
export interface CallLimits {
  /** Timeout of the webhook. */
  readonly timeout: number;
  /** Time until the response of the request is due. */
  readonly remaining: number;
}

/**
 * Time after the deadline of a request at which a call ends, in milliseconds. The client then has
 * the response 504 already.
 */
const grace = 100;

/**
 * Sends a review to a webhook.
 * @returns body of the response
 * @throws PostError with Go's message
 */
export async function postReview(to: HookClient, review: string, { timeout, remaining }: CallLimits): Promise<string> {
  const { client, address, headers } = to;
  // Go sends no limit if none of the time is left; a limit of 0 would mean that there is none.
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

/** Returns the reason of a failure, without the URL that the client's message begins with. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ConnectionError) return error.message.replace(/^POST \S+: /, "");
  return error.name === "TimeoutError"
    ? "context deadline exceeded (Client.Timeout exceeded while awaiting headers)"
    : error.message;
}
