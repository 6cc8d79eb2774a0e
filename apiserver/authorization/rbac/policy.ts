import { goQuote } from "@apimachinery/runtime";
import type { User } from "../../request/api-request.js";
import { aggregated } from "./aggregated.js";
import { appliesTo } from "./applies-to.js";
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
