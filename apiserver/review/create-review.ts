import { StatusError, readText, type RESTClient } from "@apimachinery/client";
import { callError } from "../errors/call-error.js";
import { isTransient } from "../errors/is-transient.js";
import { retry, reviewBackoff, type RetryDelays } from "../util/retry.js";
import { readReview, type ReviewKind, type StatusReader } from "./read-review.js";

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
