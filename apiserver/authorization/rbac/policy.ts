import { goQuote } from "@apimachinery/runtime";
import type { User } from "../../request/api-request.js";
import type { Binding, PolicyRule, RBACObjects, RBACRole, RBACSubject } from "./objects.js";

/**
 * A rule that applies to a user. For a binding whose role does not exist: the error instead of the
 * rule.
 */
export type Grant =
  | { readonly rule: PolicyRule; readonly binding: Binding; readonly subject: RBACSubject }
  | { readonly error: Error };

/** The roles and bindings of a server, indexed for authorization (Go: DefaultRuleResolver). */
export class RolePolicy {
  readonly #clusterRoles: ReadonlyMap<string, RBACRole>;
  readonly #roles: ReadonlyMap<string, RBACRole>;
  readonly #clusterBindings: readonly Binding[];
  /** RoleBindings by namespace. */
  readonly #bindings: ReadonlyMap<string, readonly Binding[]>;

  constructor({ roles, clusterRoles, roleBindings, clusterRoleBindings }: RBACObjects) {
    this.#clusterRoles = byKey(aggregated(clusterRoles), ({ name }) => name);
    this.#roles = byKey(roles, keyOf);
    this.#clusterBindings = clusterRoleBindings;
    this.#bindings = byNamespace(roleBindings);
  }

  /**
   * Returns the rules that apply to a user in a namespace, as a lazy sequence. The rules of
   * ClusterRoleBindings come first.
   * @param namespace empty for a request that is not in a namespace
   */
  *grants(user: User, namespace: string): Generator<Grant> {
    const local = namespace === "" ? [] : (this.#bindings.get(namespace) ?? []);
    for (const bindings of [this.#clusterBindings, local]) {
      for (const binding of bindings) {
        const subject = binding.subjects.find((each) => appliesTo(each, user, binding.namespace));
        if (subject === undefined) continue;
        const role = this.#roleOf(binding);
        if (role === undefined) yield { error: notFound(binding) };
        else for (const rule of role.rules) yield { rule, binding, subject };
      }
    }
  }

  #roleOf({ namespace, roleRef: { kind, name } }: Binding): RBACRole | undefined {
    return kind === "ClusterRole" ? this.#clusterRoles.get(name) : this.#roles.get(keyOf({ namespace, name }));
  }
}

function byNamespace(bindings: readonly Binding[]): ReadonlyMap<string, readonly Binding[]> {
  const groups = new Map<string, Binding[]>();
  for (const binding of bindings) {
    const group = groups.get(binding.namespace);
    if (group === undefined) groups.set(binding.namespace, [binding]);
    else group.push(binding);
  }
  return groups;
}

function byKey<T>(values: readonly T[], keyOf: (value: T) => string): ReadonlyMap<string, T> {
  return new Map(values.map((value) => [keyOf(value), value]));
}

function keyOf({ namespace, name }: { readonly namespace: string; readonly name: string }): string {
  return `${namespace}/${name}`;
}

function notFound({ roleRef: { kind, name } }: Binding): Error {
  return new Error(`${kind.toLowerCase()}.rbac.authorization.k8s.io ${goQuote(name)} not found`);
}

/**
 * Reports whether a subject of a binding is the user, or a group of the user (Go: appliesToUser).
 * @param namespace namespace of the binding; empty for a ClusterRoleBinding
 */
function appliesTo(subject: RBACSubject, user: User, namespace: string): boolean {
  switch (subject.kind) {
    case "User":
      return user.name === subject.name;
    case "Group":
      return user.groups.includes(subject.name);
    case "ServiceAccount": {
      const own = subject.namespace === "" ? namespace : subject.namespace;
      return own !== "" && user.name === `system:serviceaccount:${own}:${subject.name}`;
    }
  }
}

/**
 * Returns ClusterRoles in which each role with an aggregation rule has the rules of the roles that
 * it selects, and no others (Go: ClusterRoleAggregationController). A selected role can be an
 * aggregation itself.
 */
function aggregated(roles: readonly RBACRole[]): readonly RBACRole[] {
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
