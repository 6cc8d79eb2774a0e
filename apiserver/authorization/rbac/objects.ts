/** A rule of a role (rbac.authorization.k8s.io/v1 PolicyRule). */
export interface PolicyRule {
  readonly verbs: readonly string[];
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
  readonly nonResourceURLs: readonly string[];
}

export interface RBACRole {
  /** Namespace of the role; empty for a ClusterRole. */
  readonly namespace: string;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly rules: readonly PolicyRule[];
  /**
   * Predicates for the labels of ClusterRoles. If one of them matches another ClusterRole, this
   * role gets the rules of that role. Undefined for a role without an aggregation rule.
   */
  readonly aggregates?: readonly ((labels: Readonly<Record<string, string>>) => boolean)[];
}

export interface RBACSubject {
  readonly kind: "User" | "Group" | "ServiceAccount";
  readonly name: string;
  /** Namespace of a ServiceAccount; empty for the namespace of the binding. */
  readonly namespace: string;
}

export interface Binding {
  /** Namespace of the binding; empty for a ClusterRoleBinding. */
  readonly namespace: string;
  readonly name: string;
  readonly roleRef: { readonly kind: "Role" | "ClusterRole"; readonly name: string };
  readonly subjects: readonly RBACSubject[];
}

/**
 * All roles and bindings of a server. If several bindings allow a request, the reason of the
 * verdict contains only the first of them.
 */
export interface RBACObjects {
  readonly roles: readonly RBACRole[];
  readonly clusterRoles: readonly RBACRole[];
  readonly roleBindings: readonly Binding[];
  readonly clusterRoleBindings: readonly Binding[];
}
