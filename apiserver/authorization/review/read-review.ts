import type { Verdict } from "../../request/authorizer.js";
import type { ReviewFields } from "../../review/read-review.js";

/** The `status` of a SubjectAccessReview. */
export interface ReviewStatus {
  readonly allowed: boolean;
  readonly denied: boolean;
  readonly reason: string;
}

export const subjectAccessReview = {
  group: "authorization.k8s.io",
  kind: "SubjectAccessReview",
  resource: "subjectaccessreviews",
};

export function readAccessStatus(status: ReviewFields): ReviewStatus {
  return { allowed: status.boolean("allowed"), denied: status.boolean("denied"), reason: status.text("reason") };
}

/** Returns the verdict of a review (Go: WebhookAuthorizer.Authorize). */
export function verdictOfReview({ allowed, denied, reason }: ReviewStatus): Verdict {
  if (denied && allowed)
    return {
      decision: "deny",
      reason,
      error: new Error("webhook subject access review returned both allow and deny response"),
    };
  return { decision: denied ? "deny" : allowed ? "allow" : "no opinion", reason };
}
