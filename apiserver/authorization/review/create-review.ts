import { StatusError, readText, type RESTClient } from "@apimachinery/client";
import { readReview, type ReviewStatus } from "./read-review.js";
import type { ReviewSpec } from "./review-spec.js";

/**
 * Receives the HTTP status code of each request for a review, and its duration in seconds. The code
 * is `<error>` if no response has arrived.
 */
export type OnReview = (code: string, seconds: number) => void;

const path = "/apis/authorization.k8s.io/v1/subjectaccessreviews";
/** The timeout of the client, which Go's client also sends to the server. */
const query = new URLSearchParams({ timeout: "10s" });
/** Maximum size of a response in bytes. Reviews are much smaller. */
const maxBytes = 1024 * 1024;

export function reviewURL({ server }: RESTClient): string {
  return `${server}${path}?${query.toString()}`;
}

/**
 * Sends one SubjectAccessReview.
 * @throws StatusError of the cluster, ConnectionError, the error of a timeout
 * @throws Error for an invalid response
 */
export async function createReview(
  { client, onReview }: { readonly client: RESTClient; readonly onReview: OnReview },
  spec: ReviewSpec,
): Promise<ReviewStatus> {
  const since = performance.now();
  let code = "<error>";
  try {
    const response = await client.send({
      method: "POST",
      path,
      query,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ kind: "SubjectAccessReview", apiVersion: "authorization.k8s.io/v1", metadata: {}, spec }),
    });
    code = String(response.status);
    return readReview(await readText(response.body, maxBytes));
  } catch (error) {
    if (error instanceof StatusError) code = String(error.code);
    throw error;
  } finally {
    onReview(code, (performance.now() - since) / 1000);
  }
}
