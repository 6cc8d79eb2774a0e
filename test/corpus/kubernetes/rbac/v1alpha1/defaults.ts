import { groupVersionString } from "@apimachinery/runtime";
import type { ClusterRoleBinding, RoleBinding, Subject } from "./types.js";
import { GroupName, SchemeGroupVersion } from "./zz_generated.register.js";

export function SetDefaults_ClusterRoleBinding(obj: ClusterRoleBinding): void {
  obj.roleRef.apiGroup ||= GroupName;
}

export function SetDefaults_RoleBinding(obj: RoleBinding): void {
  obj.roleRef.apiGroup ||= GroupName;
}

/** Subjects have an apiVersion in this version, and an API group in later versions. */
export function SetDefaults_Subject(obj: Subject): void {
  if (obj.kind === "ServiceAccount") obj.apiVersion ||= "v1";
  if (obj.kind === "User" || obj.kind === "Group") obj.apiVersion ||= groupVersionString(SchemeGroupVersion);
}
