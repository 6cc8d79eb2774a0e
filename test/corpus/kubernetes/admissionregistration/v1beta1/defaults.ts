import type {
  MatchResources,
  MutatingAdmissionPolicySpec,
  MutatingWebhook,
  ServiceReference,
  ValidatingAdmissionPolicySpec,
  ValidatingWebhook,
} from "./types.js";

export function SetDefaults_ValidatingAdmissionPolicySpec(obj: ValidatingAdmissionPolicySpec): void {
  obj.failurePolicy ??= "Fail";
}

export function SetDefaults_MatchResources(obj: MatchResources): void {
  obj.matchPolicy ??= "Equivalent";
  obj.namespaceSelector ??= {};
  obj.objectSelector ??= {};
}

/** Webhooks of v1beta1 have less strict defaults than webhooks of v1. */
export function SetDefaults_ValidatingWebhook(obj: ValidatingWebhook): void {
  obj.failurePolicy ??= "Ignore";
  obj.matchPolicy ??= "Exact";
  obj.namespaceSelector ??= {};
  obj.objectSelector ??= {};
  obj.sideEffects ??= "Unknown";
  obj.timeoutSeconds ??= 30;
  if (!obj.admissionReviewVersions?.length) obj.admissionReviewVersions = ["v1beta1"];
}

export function SetDefaults_MutatingWebhook(obj: MutatingWebhook): void {
  obj.failurePolicy ??= "Ignore";
  obj.matchPolicy ??= "Exact";
  obj.namespaceSelector ??= {};
  obj.objectSelector ??= {};
  obj.sideEffects ??= "Unknown";
  obj.timeoutSeconds ??= 30;
  obj.reinvocationPolicy ??= "Never";
  if (!obj.admissionReviewVersions?.length) obj.admissionReviewVersions = ["v1beta1"];
}

export function SetDefaults_ServiceReference(obj: ServiceReference): void {
  obj.port ??= 443;
}

export function SetDefaults_MutatingAdmissionPolicySpec(obj: MutatingAdmissionPolicySpec): void {
  obj.failurePolicy ??= "Fail";
}
