import type {
  MatchResources,
  MutatingAdmissionPolicySpec,
  MutatingWebhook,
  Rule,
  ServiceReference,
  ValidatingAdmissionPolicySpec,
  ValidatingWebhook,
} from "./types.js";

export function SetDefaults_ValidatingWebhook(obj: ValidatingWebhook): void {
  obj.failurePolicy ??= "Fail";
  obj.matchPolicy ??= "Equivalent";
  obj.namespaceSelector ??= {};
  obj.objectSelector ??= {};
  obj.timeoutSeconds ??= 10;
}

export function SetDefaults_MutatingWebhook(obj: MutatingWebhook): void {
  obj.failurePolicy ??= "Fail";
  obj.matchPolicy ??= "Equivalent";
  obj.namespaceSelector ??= {};
  obj.objectSelector ??= {};
  obj.timeoutSeconds ??= 10;
  obj.reinvocationPolicy ??= "Never";
}

export function SetDefaults_Rule(obj: Rule): void {
  obj.scope ??= "*";
}

export function SetDefaults_ServiceReference(obj: ServiceReference): void {
  obj.port ??= 443;
}

export function SetDefaults_ValidatingAdmissionPolicySpec(obj: ValidatingAdmissionPolicySpec): void {
  obj.failurePolicy ??= "Fail";
}

export function SetDefaults_MatchResources(obj: MatchResources): void {
  obj.matchPolicy ??= "Equivalent";
  obj.namespaceSelector ??= {};
  obj.objectSelector ??= {};
}

export function SetDefaults_MutatingAdmissionPolicySpec(obj: MutatingAdmissionPolicySpec): void {
  obj.failurePolicy ??= "Fail";
}
