import type { Attributes } from "../plugin.js";

/**
 * Kinds that configure admission. Webhooks are not called for them, because a broken webhook could
 * otherwise prevent its own removal.
 */
const configurationKinds: readonly string[] = [
  "ValidatingWebhookConfiguration",
  "MutatingWebhookConfiguration",
  "ValidatingAdmissionPolicy",
  "ValidatingAdmissionPolicyBinding",
  "MutatingAdmissionPolicy",
  "MutatingAdmissionPolicyBinding",
];

/**
 * Resources of reviews, which are not stored. Webhooks are not called for them, because a broken
 * webhook could otherwise prevent authentication and authorization.
 */
const reviews: readonly string[] = [
  "selfsubjectreviews.authentication.k8s.io",
  "tokenreviews.authentication.k8s.io",
  "localsubjectaccessreviews.authorization.k8s.io",
  "selfsubjectaccessreviews.authorization.k8s.io",
  "selfsubjectrulesreviews.authorization.k8s.io",
  "subjectaccessreviews.authorization.k8s.io",
];

/** Reports whether a request is exempt from all webhooks. */
export function isExempt({ kind, resource }: Pick<Attributes, "kind" | "resource">): boolean {
  if (kind.group === "admissionregistration.k8s.io" && configurationKinds.includes(kind.kind)) return true;
  return reviews.includes(`${resource.resource}.${resource.group}`);
}
