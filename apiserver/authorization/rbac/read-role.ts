import { labels, type LabelSelector } from "@apimachinery/runtime";
import type { MappingEntries, NodeReader } from "../../yaml/node-reader.js";
import type { PolicyRule, RBACRole } from "./objects.js";
import { readMetadata } from "./read-metadata.js";

const ruleFields = ["verbs", "apiGroups", "resources", "resourceNames", "nonResourceURLs"];

/** Reads a Role or a ClusterRole, and reports the problems that Kubernetes' validation reports. */
export function readRole(reader: NodeReader, root: MappingEntries, kind: "Role" | "ClusterRole"): RBACRole {
  const isNamespaced = kind === "Role";
  const fields = ["apiVersion", "kind", "metadata", "rules", ...(isNamespaced ? [] : ["aggregationRule"])];
  reader.entries(root.node, "", fields);
  const metadata = readMetadata(reader, root, isNamespaced);
  const rules = reader.children(root, "rules", ruleFields).map((rule) => readRule(reader, rule, isNamespaced));
  const aggregates = isNamespaced ? undefined : readAggregation(reader, root);
  return { ...metadata, rules, ...(aggregates === undefined ? {} : { aggregates }) };
}

function readRule(reader: NodeReader, entries: MappingEntries, isNamespaced: boolean): PolicyRule {
  const list = (name: string) => reader.texts(entries, name);
  const rule: PolicyRule = {
    verbs: list("verbs"),
    apiGroups: list("apiGroups"),
    resources: list("resources"),
    resourceNames: list("resourceNames"),
    nonResourceURLs: list("nonResourceURLs"),
  };
  for (const problem of ruleProblems(rule, isNamespaced)) reader.report(entries.node, `${entries.path}.${problem}`);
  return rule;
}

/** Returns the problems of a rule (Go: ValidatePolicyRule). */
function ruleProblems(rule: PolicyRule, isNamespaced: boolean): readonly string[] {
  const { verbs, apiGroups, resources, resourceNames, nonResourceURLs } = rule;
  const problems = verbs.length === 0 ? ["verbs: Required value: verbs must contain at least one value"] : [];
  if (nonResourceURLs.length > 0) {
    if (isNamespaced)
      problems.push("nonResourceURLs: Invalid value: namespaced rules cannot apply to non-resource URLs");
    if (apiGroups.length + resources.length + resourceNames.length > 0)
      problems.push(
        "nonResourceURLs: Invalid value: rules cannot apply to both regular resources and non-resource URLs",
      );
    return problems;
  }
  if (apiGroups.length === 0)
    problems.push("apiGroups: Required value: resource rules must supply at least one api group");
  if (resources.length === 0)
    problems.push("resources: Required value: resource rules must supply at least one resource");
  return problems;
}

function readAggregation(reader: NodeReader, root: MappingEntries): RBACRole["aggregates"] {
  const rule = reader.child(root, "aggregationRule", ["clusterRoleSelectors"]);
  if (rule === undefined) return undefined;
  const selectors = reader.children(rule, "clusterRoleSelectors", ["matchLabels", "matchExpressions"]);
  if (selectors.length === 0)
    reader.report(
      rule.node,
      "aggregationRule.clusterRoleSelectors: Required value: at least one clusterRoleSelector required if aggregationRule is non-nil",
    );
  return selectors.map((entries) => {
    try {
      const selector = labels.labelSelectorAsSelector(readSelector(reader, entries));
      return (own) => labels.matches(selector, own);
    } catch (error) {
      reader.report(entries.node, `${entries.path}: Invalid value: ${(error as Error).message}`);
      return () => false;
    }
  });
}

function readSelector(reader: NodeReader, entries: MappingEntries): LabelSelector {
  return {
    matchLabels: reader.textMap(entries, "matchLabels"),
    matchExpressions: reader.children(entries, "matchExpressions", ["key", "operator", "values"]).map((expression) => ({
      key: reader.text(expression, "key"),
      // An invalid operator is reported later, when the selector is built.
      operator: reader.text(expression, "operator") as "In",
      values: [...reader.texts(expression, "values")],
    })),
  };
}
