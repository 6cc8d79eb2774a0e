import { orderStrings } from "../../engine/base/problem.js";
import type { MarkedRule } from "./parse-rule.js";

type PolicyRule = MarkedRule["rule"];

/**
 * Returns the ClusterRoles and Roles for the rules: one for each namespace and name, with
 * ClusterRoles first.
 * @param name name of the roles whose markers contain no name
 */
export function rolesOf(rules: readonly MarkedRule[], name: string): readonly object[] {
  const roles = new Map<string, { readonly namespace: string; readonly name: string; readonly rules: PolicyRule[] }>();
  for (const { rule, namespace, roleName } of rules) {
    const own = roleName === "" ? name : roleName;
    const key = `${namespace}\n${own}`;
    const role = roles.get(key) ?? { namespace, name: own, rules: [] };
    role.rules.push(rule);
    roles.set(key, role);
  }
  return [...roles.values()]
    .sort((a, b) => orderStrings(a.namespace, b.namespace) || orderStrings(a.name, b.name))
    .map((role) => ({
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: role.namespace === "" ? "ClusterRole" : "Role",
      metadata: { name: role.name, ...(role.namespace === "" ? {} : { namespace: role.namespace }) },
      rules: mergeRules(role.rules).map(withoutEmpty),
    }));
}

/** Returns a rule without its empty lists, as Go encodes it. */
function withoutEmpty(rule: PolicyRule): object {
  return Object.fromEntries(Object.entries(rule).filter(([, values]) => values.length > 0));
}

/** Properties of a rule. Two rules that differ in only one of them can be merged. */
const parts = ["apiGroups", "resources", "resourceNames", "nonResourceURLs", "verbs"] as const;
type Part = (typeof parts)[number];

/**
 * Merges the rules of one role in the same steps as controller-gen, and sorts them. First, rules
 * for the same objects are merged with all their verbs. Then rules that differ only in resources,
 * in groups or in URLs are merged.
 */
function mergeRules(rules: readonly PolicyRule[]): readonly PolicyRule[] {
  const single = rules.flatMap(({ apiGroups, resources, resourceNames, nonResourceURLs, verbs }) =>
    (resources.length === 0 ? [[]] : resources.map((resource) => [resource])).map((own) => ({
      apiGroups: sorted(apiGroups),
      resources: own,
      resourceNames: sorted(resourceNames),
      nonResourceURLs: sorted(nonResourceURLs),
      verbs: sorted(verbs),
    })),
  );
  const steps: readonly Part[] = ["verbs", "resources", "apiGroups", "nonResourceURLs"];
  const merged = steps.reduce<readonly PolicyRule[]>(joined, single);
  return [...merged].sort((a, b) => orderStrings(keyOf(a, "verbs"), keyOf(b, "verbs"))).map(withAllVerbs);
}

/** Merges the rules that differ only in the property `part`. */
function joined(rules: readonly PolicyRule[], part: Part): readonly PolicyRule[] {
  const byKey = new Map<string, PolicyRule>();
  for (const rule of rules) {
    const key = keyOf(rule, part);
    const same = byKey.get(key);
    byKey.set(key, same === undefined ? rule : { ...same, [part]: sorted([...same[part], ...rule[part]]) });
  }
  return [...byKey.values()];
}

/**
 * Returns a string of all properties except one, in the order in which controller-gen compares
 * them.
 */
function keyOf(rule: PolicyRule, without: Part): string {
  return parts
    .filter((part) => part !== without)
    .map((part) => rule[part].join("&"))
    .join(" + ");
}

function withAllVerbs(rule: PolicyRule): PolicyRule {
  return rule.verbs.includes("*") ? { ...rule, verbs: ["*"] } : rule;
}

function sorted(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].sort(orderStrings);
}
