import type { Binding, PolicyRule, RBACObjects, RBACRole } from "./objects.js";

const get = (...nonResourceURLs: readonly string[]): PolicyRule => ({ ...noRule, verbs: ["get"], nonResourceURLs });
const create = (group: string, ...resources: readonly string[]): PolicyRule => ({
  ...noRule,
  verbs: ["create"],
  apiGroups: [group],
  resources,
});
const noRule: PolicyRule = { verbs: [], apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: [] };

const basicUser = clusterRole("system:basic-user", [
  create("authorization.k8s.io", "selfsubjectaccessreviews", "selfsubjectrulesreviews"),
  create("authentication.k8s.io", "selfsubjectreviews"),
]);
const discovery = clusterRole("system:discovery", [
  get(
    "/api",
    "/api/*",
    "/apis",
    "/apis/*",
    "/healthz",
    "/livez",
    "/openapi",
    "/openapi/*",
    "/readyz",
    "/version",
    "/version/",
  ),
]);
const publicInfoViewer = clusterRole("system:public-info-viewer", [
  get("/healthz", "/livez", "/readyz", "/version", "/version/"),
]);
const monitoring = clusterRole("system:monitoring", [
  get(
    "/flagz",
    "/healthz",
    "/healthz/*",
    "/livez",
    "/livez/*",
    "/metrics",
    "/metrics/slis",
    "/readyz",
    "/readyz/*",
    "/statusz",
  ),
]);
const clusterAdmin = clusterRole("cluster-admin", [
  { ...noRule, verbs: ["*"], apiGroups: ["*"], resources: ["*"] },
  { ...noRule, verbs: ["*"], nonResourceURLs: ["*"] },
]);

/**
 * Minimal roles and bindings, for a server that has no others. Authenticated users can read
 * discovery documents, and review their own identity and permissions.
 */
export const minimalObjects: RBACObjects = {
  roles: [],
  clusterRoles: [basicUser, discovery],
  roleBindings: [],
  clusterRoleBindings: [
    clusterRoleBinding("system:basic-user", "system:authenticated"),
    clusterRoleBinding("system:discovery", "system:authenticated"),
  ],
};

/**
 * The default roles and bindings of Kubernetes, except those for resources of Kubernetes itself
 * (Go: bootstrappolicy). `admin`, `edit` and `view` get the rules of the roles with the label
 * `rbac.authorization.k8s.io/aggregate-to-admin`, `-edit` or `-view`.
 */
export const defaultObjects: RBACObjects = {
  roles: [],
  clusterRoles: [
    clusterAdmin,
    aggregation("admin", {}),
    aggregation("edit", { [labelOf("admin")]: "true" }),
    aggregation("view", { [labelOf("edit")]: "true" }),
    basicUser,
    discovery,
    monitoring,
    publicInfoViewer,
  ],
  roleBindings: [],
  clusterRoleBindings: [
    clusterRoleBinding("cluster-admin", "system:masters"),
    clusterRoleBinding("system:basic-user", "system:authenticated"),
    clusterRoleBinding("system:discovery", "system:authenticated"),
    clusterRoleBinding("system:monitoring", "system:monitoring"),
    clusterRoleBinding("system:public-info-viewer", "system:authenticated", "system:unauthenticated"),
  ],
};

function clusterRole(name: string, rules: readonly PolicyRule[]): RBACRole {
  return { namespace: "", name, labels: {}, rules };
}

function aggregation(name: string, labels: RBACRole["labels"]): RBACRole {
  return { namespace: "", name, labels, rules: [], aggregates: [(other) => other[labelOf(name)] === "true"] };
}

function labelOf(role: string): string {
  return `rbac.authorization.k8s.io/aggregate-to-${role}`;
}

/**
 * Returns a ClusterRoleBinding of groups to a ClusterRole. The binding has the name of the role.
 */
function clusterRoleBinding(name: string, ...groups: readonly string[]): Binding {
  const subjects = groups.map((group) => ({ kind: "Group", name: group, namespace: "" }) as const);
  return { namespace: "", name, roleRef: { kind: "ClusterRole", name }, subjects };
}
