import type { RequestInfo } from "../../request/request-info.js";
import type { PolicyRule } from "./objects.js";

/** Reports whether a rule allows a request (Go: rbac.RuleAllows). */
export function ruleAllows(rule: PolicyRule, info: RequestInfo): boolean {
  if (!hasOrAll(rule.verbs, info.verb)) return false;
  if (!info.isResourceRequest) return rule.nonResourceURLs.some((url) => urlMatches(url, info.path));
  return (
    hasOrAll(rule.apiGroups, info.group) &&
    rule.resources.some((resource) => resourceMatches(resource, info)) &&
    (rule.resourceNames.length === 0 || rule.resourceNames.includes(info.name))
  );
}

function hasOrAll(values: readonly string[], value: string): boolean {
  return values.includes("*") || values.includes(value);
}

/**
 * Reports whether a resource in a rule matches the resource of a request. The rule can contain `*`,
 * `pizzas`, `pizzas/status` or `*\/status`. A resource alone does not match its subresources.
 */
function resourceMatches(allowed: string, { resource, subresource }: RequestInfo): boolean {
  if (allowed === "*") return true;
  if (subresource === "") return allowed === resource;
  return allowed === `${resource}/${subresource}` || allowed === `*/${subresource}`;
}

/**
 * Reports whether a path in a rule matches the path of a request. A `*` at the end of the path in
 * the rule matches any remainder.
 */
function urlMatches(allowed: string, path: string): boolean {
  return allowed === path || (allowed.endsWith("*") && path.startsWith(allowed.replace(/\*+$/, "")));
}
