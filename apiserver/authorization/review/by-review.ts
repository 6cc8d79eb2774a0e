import { createHash } from "node:crypto";
import type { AuthorizationAttributes, Authorizer, Verdict } from "../../request/authorizer.js";
import { Cache, jsonSize } from "../../util/cache.js";
import { sharedCalls } from "../../util/shared-calls.js";
import { createReview, type ReviewConfig } from "../../review/create-review.js";
import { reviewSpecOf, type ReviewSpec } from "./review-spec.js";
import type { ReviewFields } from "../../review/read-review.js";

export interface ByReviewConfig extends ReviewConfig {
  /** Time for which an allowed review is reused, in milliseconds. */
  readonly authorizedTTL: number;
  /** Time for which any other review is reused, in milliseconds. */
  readonly unauthorizedTTL: number;
  /** Clock of the cache, in milliseconds. Default: the clock of the system. */
  readonly now?: () => number;
}

/**
 * A request whose attributes have at least this many bytes is not cached: a client could fill the
 * memory with long attributes.
 */
const maxCachedBytes = 10_000;

/**
 * Returns an authorizer that sends SubjectAccessReviews to a cluster (Go: WebhookAuthorizer).
 * Responses are cached, except for requests with long attributes. Equal requests at the same time
 * share one review. If the cluster does not respond, the authorizer has no opinion, and the verdict
 * contains the error.
 */
export function byReview(config: ByReviewConfig): Authorizer {
  const { authorizedTTL, unauthorizedTTL, now } = config;
  const cache = new Cache<string, ReviewStatus>("access reviews", jsonSize, now);
  const shared = sharedCalls<ReviewStatus>();
  // Concurrent requests share one review only if both kinds of results may be cached.
  const canShare = authorizedTTL > 0 && unauthorizedTTL > 0;

  const review = (spec: ReviewSpec) => createReview(config, subjectAccessReview, spec, readAccessStatus);

  const cached = async (key: string, spec: ReviewSpec): Promise<ReviewStatus> => {
    const status = await review(spec);
    cache.set(key, status, status.allowed ? authorizedTTL : unauthorizedTTL);
    return status;
  };

  const statusOf = async (attributes: AuthorizationAttributes): Promise<ReviewStatus> => {
    const spec = reviewSpecOf(attributes);
    if (controlledBytes(attributes) >= maxCachedBytes) return review(spec);
    const key = keyOf(spec);
    return cache.get(key) ?? (canShare ? shared(key, () => cached(key, spec)) : cached(key, spec));
  };

  return async (attributes): Promise<Verdict> => verdictOfReview(await statusOf(attributes));
}

/** Returns the cache key of a review. A long key is hashed to save memory. */
function keyOf(spec: ReviewSpec): string {
  const text = JSON.stringify(spec);
  return text.length <= 512 ? text : createHash("sha256").update(text).digest("base64");
}

/** Returns the number of bytes that the client of a request can choose. */
function controlledBytes({ info }: AuthorizationAttributes): number {
  const { namespace, verb, group, version, resource, subresource, name, path } = info;
  const texts = [namespace, verb, group, version, resource, subresource, name, path];
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

/** The `status` of a SubjectAccessReview. */
interface ReviewStatus {
  readonly allowed: boolean;
  readonly denied: boolean;
  readonly reason: string;
}

const subjectAccessReview = {
  group: "authorization.k8s.io",
  kind: "SubjectAccessReview",
  resource: "subjectaccessreviews",
};

function readAccessStatus(status: ReviewFields): ReviewStatus {
  return { allowed: status.boolean("allowed"), denied: status.boolean("denied"), reason: status.text("reason") };
}

/** Returns the verdict of a review (Go: WebhookAuthorizer.Authorize). */
function verdictOfReview({ allowed, denied, reason }: ReviewStatus): Verdict {
  if (denied && allowed)
    return {
      decision: "deny",
      reason,
      error: new Error("webhook subject access review returned both allow and deny response"),
    };
  return { decision: denied ? "deny" : allowed ? "allow" : "no opinion", reason };
}
