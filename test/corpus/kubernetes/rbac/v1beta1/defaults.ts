import type { ClusterRoleBinding, RoleBinding, Subject } from "./types.js";
import { GroupName } from "./zz_generated.register.js";

export function SetDefaults_ClusterRoleBinding(obj: ClusterRoleBinding): void {
  obj.roleRef.apiGroup ||= GroupName;
}

export function SetDefaults_RoleBinding(obj: RoleBinding): void {
  obj.roleRef.apiGroup ||= GroupName;
}

/** Service accounts are in the core group, whose name is empty. */
export function SetDefaults_Subject(obj: Subject): void {
  if (obj.kind === "User" || obj.kind === "Group") obj.apiGroup ||= GroupName;
}
