import type { JSONObject } from "@apimachinery/runtime";

/** Roles and bindings as Kubernetes' objects, and requests as steps. */
export interface RBACCase {
  readonly roles: readonly JSONObject[];
  readonly clusterRoles: readonly JSONObject[];
  readonly roleBindings: readonly JSONObject[];
  readonly clusterRoleBindings: readonly JSONObject[];
  readonly steps: readonly RBACStep[];
}

/** A request. A request without a resource has a path. */
export interface RBACStep {
  readonly user: string;
  readonly groups: readonly string[];
  readonly verb: string;
  readonly path: string;
  readonly namespace: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly name: string;
}
