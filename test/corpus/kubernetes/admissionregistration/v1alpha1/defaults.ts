import type { MatchResources, MutatingAdmissionPolicySpec, ParamRef, ValidatingAdmissionPolicySpec } from "./types.js";

export function SetDefaults_ValidatingAdmissionPolicySpec(obj: ValidatingAdmissionPolicySpec): void {
  obj.failurePolicy ??= "Fail";
}

export function SetDefaults_MatchResources(obj: MatchResources): void {
  obj.matchPolicy ??= "Equivalent";
  obj.namespaceSelector ??= {};
  obj.objectSelector ??= {};
}

export function SetDefaults_ParamRef(obj: ParamRef): void {
  obj.parameterNotFoundAction ??= "Deny";
}

export function SetDefaults_MutatingAdmissionPolicySpec(obj: MutatingAdmissionPolicySpec): void {
  obj.failurePolicy ??= "Fail";
}
