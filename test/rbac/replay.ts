import type { JSONObject } from "@apimachinery/runtime";
import type { Binding, RBACObjects, RBACRole } from "../../apiserver/authorization/rbac/objects.js";
import { RolePolicy } from "../../apiserver/authorization/rbac/policy.js";
import { rbacAuthorizer, rulesOfPolicy } from "../../apiserver/authorization/rbac/rbac-authorizer.js";
import { readObjects, type ReadObject } from "../../apiserver/authorization/rbac/read-objects.js";
import { notYetParsed, type RequestInfo } from "../../apiserver/request/request-info.js";
import { aggregateErrors } from "../../apiserver/util/aggregate-errors.js";
import type { AnyOutcome } from "../judge/outcomes.js";
import type { RBACCase, RBACStep } from "./case.js";

interface Outcome extends AnyOutcome {
  readonly decision: string;
  readonly reason: string;
  /** Number of rules that apply to the user. */
  readonly rules: number;
}

/** Decides the requests of a case as the server does, from the text of its objects. */
export function replay(theCase: RBACCase): readonly AnyOutcome[] {
  const policy = new RolePolicy(objectsOf(theCase));
  return theCase.steps.map((step) => decide(policy, step));
}

function decide(policy: RolePolicy, step: RBACStep): Outcome {
  const user = { name: step.user, groups: step.groups, extra: {} };
  const verdict = rbacAuthorizer(() => policy)({ user, info: infoOf(step) });
  if (typeof verdict === "string" || verdict instanceof Promise) throw new Error("not a verdict");
  const { resourceRules, nonResourceRules, errors } = rulesOfPolicy(() => policy)(user, step.namespace);
  const error = aggregateErrors(errors);
  return {
    decision: verdict.decision,
    reason: verdict.reason ?? "",
    rules: resourceRules.length + nonResourceRules.length,
    ...(error === undefined ? {} : { error: error.message }),
  };
}

function infoOf({ verb, path, namespace, group, resource, subresource, name }: RBACStep): RequestInfo {
  return {
    ...notYetParsed,
    isResourceRequest: resource !== "",
    verb,
    path,
    namespace,
    group,
    resource,
    subresource,
    name,
  };
}

function objectsOf({ roles, clusterRoles, roleBindings, clusterRoleBindings }: RBACCase): RBACObjects {
  const rolesOf = (kind: string, objects: readonly JSONObject[]): readonly RBACRole[] =>
    read(kind, objects).flatMap(({ object }) => ("rules" in object ? [object] : []));
  const bindingsOf = (kind: string, objects: readonly JSONObject[]): readonly Binding[] =>
    read(kind, objects).flatMap(({ object }) => ("subjects" in object ? [object] : []));
  return {
    roles: rolesOf("Role", roles),
    clusterRoles: rolesOf("ClusterRole", clusterRoles),
    roleBindings: bindingsOf("RoleBinding", roleBindings),
    clusterRoleBindings: bindingsOf("ClusterRoleBinding", clusterRoleBindings),
  };
}

/** Reads objects as the server reads its files. */
function read(kind: string, objects: readonly JSONObject[]): readonly ReadObject[] {
  const problems: string[] = [];
  const items = objects.map((object) => ({ apiVersion: "rbac.authorization.k8s.io/v1", kind, ...object }));
  const found = readObjects(kind, JSON.stringify({ apiVersion: "v1", kind: "List", items }), problems);
  // Kubernetes refuses a service account without a namespace in a ClusterRoleBinding, and so does
  // the server. Both authorizers decide that it matches no user.
  const other = problems.filter((problem) => !problem.endsWith(".namespace: Required value"));
  if (other.length > 0) throw new Error(other.join("\n"));
  return found;
}
