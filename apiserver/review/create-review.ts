import {
  StatusError,
  readText,
  type RESTClient,
  ConnectionError,
  isInternalError,
  isTimeout,
  isTooManyRequests,
  suggestsClientDelay,
} from "@apimachinery/client";
import { retry, reviewBackoff, type RetryDelays } from "../util/retry.js";
import { readReview, type ReviewKind, type StatusReader } from "./read-review.js";
import { goQuote } from "@apimachinery/runtime";

/**
 * Callback for each review request, with the HTTP status code and the duration in seconds. The code
 * is `<error>` if no response arrived.
 */
export type OnReview = (code: string, seconds: number) => void;

/** Settings with which a server sends reviews to its cluster. */
export interface ReviewConfig {
  /** Client of the cluster. */
  readonly client: RESTClient;
  /** Callback after each review request. */
  readonly onReview: OnReview;
  readonly backoff?: RetryDelays;
}

/** Timeout of the client in the query, as Go's client sends it. */
const query = new URLSearchParams({ timeout: "10s" });
/** Maximum size of a response in bytes. Reviews are much smaller. */
const maxBytes = 1024 * 1024;

/**
 * Sends a review to the cluster and returns the result. Repeats a request that has failed for a
 * temporary reason.
 * @param read returns the result in the `status` of the review
 * @throws Error with the message of Go's client
 */
export async function createReview<T>(
  config: ReviewConfig,
  kind: ReviewKind,
  spec: object,
  read: StatusReader<T>,
): Promise<T> {
  const path = `/apis/${kind.group}/v1/${kind.resource}`;
  try {
    return await retry(config.backoff ?? reviewBackoff, isTransient, () => create(config, kind, path, spec, read));
  } catch (error) {
    throw callError("POST", `${config.client.server}${path}?${query.toString()}`, error);
  }
}

async function create<T>(
  { client, onReview }: ReviewConfig,
  kind: ReviewKind,
  path: string,
  spec: object,
  read: StatusReader<T>,
): Promise<T> {
  const since = performance.now();
  let code = "<error>";
  try {
    const response = await client.send({
      method: "POST",
      path,
      query,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ kind: kind.kind, apiVersion: `${kind.group}/v1`, metadata: {}, spec }),
    });
    code = String(response.status);
    return readReview(kind, await readText(response.body, maxBytes), read);
  } catch (error) {
    if (error instanceof StatusError) code = String(error.code);
    throw error;
  } finally {
    onReview(code, (performance.now() - since) / 1000);
  }
}

/**
 * Reports whether a call to another server may succeed if it is repeated: the connection was reset,
 * the server failed or ran into a timeout, or it asked for a delay (Go:
 * webhook.DefaultShouldRetry). A refused connection and a call without a response in time are not
 * transient, because a client is waiting.
 */
function isTransient(error: unknown): boolean {
  return (
    isReset(error) ||
    isInternalError(error) ||
    isTimeout(error) ||
    isTooManyRequests(error) ||
    suggestsClientDelay(error) !== undefined
  );
}

const resetCodes: ReadonlySet<string> = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);

function isReset(error: unknown): boolean {
  if (!(error instanceof ConnectionError) || error.isUnsent) return false;
  const { code = "" } = error.cause as { readonly code?: string };
  return resetCodes.has(code);
}

/**
 * Returns the error of a failed call to another server, with the message of Go's HTTP client: `Post
 * "https://…": dial tcp 10.0.0.1:443: connect: connection refused`. Errors that the other server
 * has sent stay unchanged.
 * @param method in upper case
 */
function callError(method: string, url: string, error: unknown): Error {
  const reason = reasonOf(error);
  if (reason === undefined) return error instanceof Error ? error : new Error(String(error));
  const verb = `${method.slice(0, 1)}${method.slice(1).toLowerCase()}`;
  return new Error(`${verb} ${goQuote(url)}: ${reason}`, { cause: error });
}

/** Returns the reason of a broken connection or a timeout; undefined for other errors. */
function reasonOf(error: unknown): string | undefined {
  if (isCallTimeout(error)) return "context deadline exceeded (Client.Timeout exceeded while awaiting headers)";
  if (!(error instanceof ConnectionError)) return undefined;
  const cause: unknown = error.cause;
  if (!(cause instanceof Error)) return String(cause);
  const { code, address, port, message } = cause as NodeJS.ErrnoException & Address;
  if (code === "ECONNREFUSED" && address !== undefined)
    return `dial tcp ${address.includes(":") ? `[${address}]` : address}:${port ?? 0}: connect: connection refused`;
  // Node's errors about several addresses have no message.
  return message === "" && cause instanceof AggregateError
    ? cause.errors.map((each) => (each instanceof Error ? each.message : String(each))).join("; ")
    : message;
}

interface Address {
  readonly address?: string;
  readonly port?: number;
}

/** Reports whether a call took longer than the timeout of its client. */
function isCallTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === "TimeoutError";
}
