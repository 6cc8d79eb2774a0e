import type { APIRequest } from "../../request/api-request.js";
import type { RequestInfo } from "../../request/request-info.js";
import type { GroupResources, PolicyLevel, AuditPolicy, AuditRule, AuditStage } from "./policy.js";

/** Decision of the audit policy about one request (Go: RequestAuditConfig). */
export interface AuditDecision {
  readonly level: PolicyLevel;
  readonly omitStages: ReadonlySet<AuditStage>;
  readonly omitManagedFields: boolean;
}

/** Properties of a request that are compared with the rules of the audit policy. */
export type Audited = Pick<APIRequest, "user" | "info" | "path">;

/**
 * Returns the function that returns the decision of the policy about a request. If no rule matches
 * the request, the level is None (Go: PolicyRuleEvaluator).
 */
export function policyEvaluator(policy: AuditPolicy): (request: Audited) => AuditDecision {
  const rules = policy.rules.map((rule) => ({ rule, decision: decisionOf(policy, rule) }));
  const none: AuditDecision = { ...decisionOf(policy, undefined), level: "None" };
  return (request) => rules.find(({ rule }) => ruleMatches(rule, request))?.decision ?? none;
}

function decisionOf(policy: AuditPolicy, rule: AuditRule | undefined): AuditDecision {
  return {
    level: rule?.level ?? "None",
    omitStages: new Set([...policy.omitStages, ...(rule?.omitStages ?? [])]),
    omitManagedFields: rule?.omitManagedFields ?? policy.omitManagedFields,
  };
}

function ruleMatches(rule: AuditRule, { user, info, path }: Audited): boolean {
  if (!isEmptyOr(rule.users, user.name)) return false;
  if (rule.userGroups.length > 0 && !user.groups.some((group) => rule.userGroups.includes(group))) return false;
  if (!isEmptyOr(rule.verbs, info.verb)) return false;
  if (rule.namespaces.length > 0 || rule.resources.length > 0)
    return info.isResourceRequest && resourceMatches(rule, info);
  if (rule.nonResourceURLs.length === 0) return true;
  return !info.isResourceRequest && rule.nonResourceURLs.some((pattern) => pathMatches(path, pattern));
}

function isEmptyOr(list: readonly string[], value: string): boolean {
  return list.length === 0 || list.includes(value);
}

function pathMatches(path: string, pattern: string): boolean {
  if (pattern === "*" || pattern === path) return true;
  return pattern.endsWith("*") && path.startsWith(pattern.replace(/\*+$/, ""));
}

function resourceMatches(rule: AuditRule, info: RequestInfo): boolean {
  if (!isEmptyOr(rule.namespaces, info.namespace)) return false;
  return rule.resources.length === 0 || rule.resources.some((resources) => isAmong(resources, info));
}

function isAmong({ group, resources, resourceNames }: GroupResources, info: RequestInfo): boolean {
  if (group !== info.group && group !== "*") return false;
  if (resources.length === 0) return true;
  return isEmptyOr(resourceNames, info.name) && resources.some((pattern) => patternMatches(pattern, info));
}

function patternMatches(pattern: string, { resource, subresource }: RequestInfo): boolean {
  if (pattern === "*" || pattern === (subresource === "" ? resource : `${resource}/${subresource}`)) return true;
  if (subresource !== "" && pattern === `*/${subresource}`) return true;
  return pattern === `${resource}/*`;
}
