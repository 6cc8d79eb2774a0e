/** A rule of a role (rbac.authorization.k8s.io/v1 PolicyRule). */
export interface PolicyRule {
  readonly verbs: readonly string[];
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
  readonly nonResourceURLs: readonly string[];
}

export interface RBACRole {
  /** Empty for a ClusterRole. */
  readonly namespace: string;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly rules: readonly PolicyRule[];
  /**
   * Reports whether another ClusterRole with these labels adds its rules; undefined without
   * aggregation.
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
  /** Empty for a ClusterRoleBinding. */
  readonly namespace: string;
  readonly name: string;
  readonly roleRef: { readonly kind: "Role" | "ClusterRole"; readonly name: string };
  readonly subjects: readonly RBACSubject[];
}

/**
 * All roles and bindings of a server. If several bindings allow a request, the verdict names the
 * first of them.
 */
export interface RBACObjects {
  readonly roles: readonly RBACRole[];
  readonly clusterRoles: readonly RBACRole[];
  readonly roleBindings: readonly Binding[];
  readonly clusterRoleBindings: readonly Binding[];
}
