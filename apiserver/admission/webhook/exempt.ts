import type { Attributes } from "../plugin.js";

/**
 * Kinds that configure admission. No webhook is called for them, because a broken webhook could
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

/** Reviews, which are never stored. A webhook could otherwise prevent authentication. */
const reviews: readonly string[] = [
  "selfsubjectreviews.authentication.k8s.io",
  "tokenreviews.authentication.k8s.io",
  "localsubjectaccessreviews.authorization.k8s.io",
  "selfsubjectaccessreviews.authorization.k8s.io",
  "selfsubjectrulesreviews.authorization.k8s.io",
  "subjectaccessreviews.authorization.k8s.io",
];

/** Reports whether no webhook is called for a request. */
export function isExempt({ kind, resource }: Pick<Attributes, "kind" | "resource">): boolean {
  if (kind.group === "admissionregistration.k8s.io" && configurationKinds.includes(kind.kind)) return true;
  return reviews.includes(`${resource.resource}.${resource.group}`);
}
