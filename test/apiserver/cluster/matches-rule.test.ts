import { expect, test } from "vitest";
import { isExempt } from "../../../apiserver/admission/webhook/exempt.js";
import { matchesRule, type RuleTarget } from "../../../apiserver/admission/webhook/invocation.js";
import type { WebhookRule } from "../../../apiserver/admission/webhook/webhook-configuration.js";

// The cases of k8s.io/apiserver/pkg/admission/plugin/webhook/predicates/rules/rules_test.go.

function target(more: Partial<RuleTarget> = {}, group = "g", version = "v", resource = "r"): RuleTarget {
  return { operation: "CREATE", namespace: "ns", subresource: "", resource: { group, version, resource }, ...more };
}

const all: WebhookRule = { operations: ["*"], apiGroups: ["*"], apiVersions: ["*"], resources: ["*"] };

test.each<readonly [string, Partial<WebhookRule>, RuleTarget, boolean]>([
  ["any group", { apiGroups: ["*"] }, target(), true],
  ["its group", { apiGroups: ["g1", "g"] }, target(), true],
  ["other groups", { apiGroups: ["g1", "g2"] }, target(), false],
  ["its version", { apiVersions: ["v1", "v"] }, target(), true],
  ["other versions", { apiVersions: ["v1"] }, target(), false],
  ["its operation", { operations: ["UPDATE", "CREATE"] }, target(), true],
  ["other operations", { operations: ["UPDATE"] }, target(), false],
  ["CONNECT", { operations: ["CONNECT"] }, target({ operation: "CONNECT" }), true],
  ["no operation", { operations: [] }, target(), false],
  ["its resource", { resources: ["r"] }, target(), true],
  ["its resource, for a subresource", { resources: ["r"] }, target({ subresource: "s" }), false],
  ["its subresource", { resources: ["r/s"] }, target({ subresource: "s" }), true],
  ["its subresource, for the resource", { resources: ["r/s"] }, target(), false],
  ["any resource, for a subresource", { resources: ["*"] }, target({ subresource: "s" }), false],
  ["a subresource of any resource", { resources: ["*/s"] }, target({ subresource: "s" }), true],
  ["another subresource of any resource", { resources: ["*/t"] }, target({ subresource: "s" }), false],
  ["any subresource", { resources: ["r/*"] }, target({ subresource: "s" }), true],
  ["any subresource, for the resource", { resources: ["r/*"] }, target(), true],
  ["everything", { resources: ["*/*"] }, target({ subresource: "s" }), true],
  ["any scope", { scope: "*" }, target(), true],
  ["namespaced objects", { scope: "Namespaced" }, target(), true],
  ["namespaced objects, for a cluster-wide one", { scope: "Namespaced" }, target({ namespace: "" }), false],
  ["cluster-wide objects", { scope: "Cluster" }, target({ namespace: "" }), true],
  ["cluster-wide objects, for a namespaced one", { scope: "Cluster" }, target(), false],
  ["cluster-wide objects, for a namespace", { scope: "Cluster" }, target({}, "", "v1", "namespaces"), true],
  ["namespaced objects, for a namespace", { scope: "Namespaced" }, target({}, "", "v1", "namespaces"), false],
  ["an unknown scope", { scope: "Other" }, target(), false],
])("a rule for %s", (_what, rule, given, expected) => {
  expect(matchesRule({ ...all, ...rule }, given)).toBe(expected);
});

test.each([
  ["admissionregistration.k8s.io", "ValidatingWebhookConfiguration", "validatingwebhookconfigurations", true],
  ["admissionregistration.k8s.io", "MutatingAdmissionPolicyBinding", "mutatingadmissionpolicybindings", true],
  ["example.com", "ValidatingWebhookConfiguration", "validatingwebhookconfigurations", false],
  ["authentication.k8s.io", "TokenReview", "tokenreviews", true],
  ["authorization.k8s.io", "SubjectAccessReview", "subjectaccessreviews", true],
  ["example.com", "TokenReview", "tokenreviews", false],
])("webhooks and %s %s", (group, kind, resource, expected) => {
  const version = "v1";
  expect(isExempt({ kind: { group, version, kind }, resource: { group, version, resource } })).toBe(expected);
});
