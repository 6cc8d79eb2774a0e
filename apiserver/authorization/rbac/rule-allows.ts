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
 * Matches `*`, `pizzas`, `pizzas/status` and `*\/status`. A resource alone does not match its
 * subresources.
 */
function resourceMatches(allowed: string, { resource, subresource }: RequestInfo): boolean {
  if (allowed === "*") return true;
  if (subresource === "") return allowed === resource;
  return allowed === `${resource}/${subresource}` || allowed === `*/${subresource}`;
}

/** Matches a path; a `*` at the end matches any remainder. */
function urlMatches(allowed: string, path: string): boolean {
  return allowed === path || (allowed.endsWith("*") && path.startsWith(allowed.replace(/\*+$/, "")));
}
