import { compareText } from "../../engine/base/problem.js";
import { mergeRules, type PolicyRule } from "./merge-rules.js";
import type { MarkedRule } from "./parse-rule.js";

/**
 * Returns the ClusterRoles and Roles of the rules: one for each namespace and name, ClusterRoles
 * first.
 *
 * @param name the name of the roles whose markers have none
 */
export function rolesOf(rules: readonly MarkedRule[], name: string): readonly object[] {
  const roles = new Map<string, { readonly namespace: string; readonly name: string; readonly rules: MarkedRule[] }>();
  for (const rule of rules) {
    const own = rule.roleName === "" ? name : rule.roleName;
    const key = `${rule.namespace}\n${own}`;
    const role = roles.get(key) ?? { namespace: rule.namespace, name: own, rules: [] };
    role.rules.push(rule);
    roles.set(key, role);
  }
  return [...roles.values()]
    .sort((a, b) => compareText(a.namespace, b.namespace) || compareText(a.name, b.name))
    .map((role) => ({
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: role.namespace === "" ? "ClusterRole" : "Role",
      metadata: { name: role.name, ...(role.namespace === "" ? {} : { namespace: role.namespace }) },
      rules: mergeRules(role.rules).map(withoutEmpty),
    }));
}

/** Returns a rule without its empty lists, as Go encodes it. */
function withoutEmpty(rule: PolicyRule): object {
  return Object.fromEntries(Object.entries(rule).filter(([, values]) => (values as readonly string[]).length > 0));
}
