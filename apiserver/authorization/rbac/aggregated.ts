import type { PolicyRule, RBACRole } from "./objects.js";

/**
 * Returns ClusterRoles in which each role with an aggregation rule has the rules of the roles that
 * it selects, and no others (Go: ClusterRoleAggregationController). A selected role can be an
 * aggregation itself.
 */
export function aggregated(roles: readonly RBACRole[]): readonly RBACRole[] {
  const sorted = [...roles].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  const rules = new Map(roles.map((role) => [role, role.aggregates === undefined ? role.rules : []]));
  // Each round can only add rules, so the loop ends.
  for (let isChanged = true; isChanged;) {
    isChanged = false;
    for (const role of roles) {
      if (role.aggregates === undefined) continue;
      const next = selectedRules(role, sorted, rules);
      if (next.length === rules.get(role)?.length) continue;
      rules.set(role, next);
      isChanged = true;
    }
  }
  return roles.map((role) => ({ ...role, rules: rules.get(role) ?? [] }));
}

function selectedRules(
  role: RBACRole,
  sorted: readonly RBACRole[],
  rules: ReadonlyMap<RBACRole, readonly PolicyRule[]>,
): readonly PolicyRule[] {
  const found = new Map<string, PolicyRule>();
  for (const selects of role.aggregates ?? []) {
    for (const other of sorted) {
      if (other === role || !selects(other.labels)) continue;
      for (const rule of rules.get(other) ?? []) {
        const text = JSON.stringify(rule);
        if (!found.has(text)) found.set(text, rule);
      }
    }
  }
  return [...found.values()];
}
