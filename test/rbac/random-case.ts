import type { JSONObject } from "@apimachinery/runtime";
import { Random } from "../fuzz/random.js";
import type { RBACCase, RBACStep } from "./case.js";

const namespaces = ["kitchen", "garden"];
const roleNames = ["a", "b", "c"];
const users = ["bob", "bob", "cooks", "*", "system:serviceaccount:kitchen:oven", "system:serviceaccount:garden:oven"];
const groups = ["cooks", "waiters", "bob"];
const verbs = ["get", "get", "list", "post"];
const apiGroups = ["", "x"];
const resources = ["pizzas", "toppings"];
const subresources = ["status", "a/b"];
const names = ["m", "n", "*"];
const paths = ["/", "/a", "/a/", "/a/b", "/apis/x", "*", "/metrics"];

/** Returns the case of a seed: roles, bindings and requests with names that often meet. */
export function randomCase(seed: number): RBACCase {
  const random = new Random(seed);
  const many = <T>(count: number, make: (index: number) => T): T[] =>
    Array.from({ length: 1 + random.int(count) }, (_, index) => make(index));
  const rules = (isNamespaced: boolean) => many(5, () => randomRule(random, isNamespaced));
  const roles = namespaces.flatMap((namespace) =>
    roleNames.flatMap((name) => (random.chance(0.6) ? [{ metadata: { namespace, name }, rules: rules(true) }] : [])),
  );
  const clusterRoles = roleNames.flatMap((name) =>
    random.chance(0.7) ? [{ metadata: { name }, rules: rules(false) }] : [],
  );
  const binding = (metadata: JSONObject, kinds: readonly string[]): JSONObject => ({
    metadata,
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: random.pick(kinds), name: random.pick(roleNames) },
    subjects: many(3, () => randomSubject(random)),
  });
  return {
    roles,
    clusterRoles,
    roleBindings: many(6, (index) =>
      binding({ name: `b${index}`, namespace: random.pick(namespaces) }, ["Role", "ClusterRole"]),
    ),
    clusterRoleBindings: many(4, (index) => binding({ name: `c"${index}` }, ["ClusterRole"])),
    steps: Array.from({ length: 12 }, () => randomStep(random)),
  };
}

function some(random: Random, values: readonly string[]): string[] {
  return Array.from({ length: 1 + random.int(3) }, () => random.pick(values));
}

function randomRule(random: Random, isNamespaced: boolean): JSONObject {
  const own = some(random, [...verbs, "*"]);
  if (!isNamespaced && random.chance(0.3))
    return { verbs: own, nonResourceURLs: some(random, [...paths, "/a*", "/a/*", "/*", "/a**", "/*/b"]) };
  const patterns = [
    ...resources,
    "*",
    ...resources.flatMap((resource) => subresources.map((sub) => `${resource}/${sub}`)),
    ...subresources.map((sub) => `*/${sub}`),
    "pizzas/*",
    "*/*",
    "*/",
    "/status",
  ];
  return {
    verbs: own,
    apiGroups: some(random, [...apiGroups, "*"]),
    resources: some(random, patterns),
    ...(random.chance(0.3) ? { resourceNames: some(random, names) } : {}),
  };
}

function randomSubject(random: Random): JSONObject {
  const apiGroup = "rbac.authorization.k8s.io";
  switch (random.int(3)) {
    case 0:
      return { kind: "User", apiGroup, name: random.pick(users) };
    case 1:
      return { kind: "Group", apiGroup, name: random.pick(groups) };
    default:
      return {
        kind: "ServiceAccount",
        name: "oven",
        ...(random.chance(0.5) ? { namespace: random.pick(namespaces) } : {}),
      };
  }
}

function randomStep(random: Random): RBACStep {
  const none = { path: "", namespace: "", group: "", resource: "", subresource: "", name: "" };
  const user = { user: random.pick(users), groups: random.chance(0.8) ? some(random, groups) : [] };
  const verb = random.pick(verbs);
  if (random.chance(0.25)) return { ...user, verb, ...none, path: random.pick(paths) };
  return {
    ...user,
    verb,
    path: "/apis/x",
    namespace: random.pick(["", ...namespaces]),
    group: random.pick(apiGroups),
    resource: random.pick(resources),
    subresource: random.chance(0.4) ? random.pick(subresources) : "",
    name: random.pick(["", ...names]),
  };
}
