import { goQuote } from "@apimachinery/runtime";
import type { AuthorizationAttributes, Authorizer, Verdict } from "../../request/authorizer.js";
import { aggregateErrors } from "../../util/aggregate-errors.js";
import type { Binding, RBACSubject, PolicyRule } from "./objects.js";
import type { RolePolicy } from "./policy.js";
import type { RequestInfo } from "../../request/request-info.js";
import type { RuleResolver } from "../rule-resolver.js";

/**
 * Returns an authorizer that allows a request if a role of the user allows it, and otherwise has no
 * opinion (Go: RBACAuthorizer).
 * @param current returns the current policy
 */
export function rbacAuthorizer(current: () => RolePolicy): Authorizer {
  return ({ user, info }: AuthorizationAttributes): Verdict => {
    const errors: Error[] = [];
    for (const grant of current().grants(user, info.namespace)) {
      if ("error" in grant) errors.push(grant.error);
      else if (ruleAllows(grant.rule, info))
        return { decision: "allow", reason: `RBAC: allowed by ${bindingText(grant.binding, grant.subject)}` };
    }
    const error = aggregateErrors(errors);
    return { decision: "no opinion", reason: error === undefined ? "" : `RBAC: ${error.message}` };
  };
}

/** Describes a binding in Go's words, in which the name comes before the namespace. */
function bindingText({ namespace, name, roleRef }: Binding, subject: RBACSubject): string {
  const binding =
    namespace === "" ? `ClusterRoleBinding ${goQuote(name)}` : `RoleBinding ${goQuote(`${name}/${namespace}`)}`;
  return `${binding} of ${roleRef.kind} ${goQuote(roleRef.name)} to ${subjectText(subject, namespace)}`;
}

function subjectText({ kind, name, namespace }: RBACSubject, bindingNamespace: string): string {
  if (kind !== "ServiceAccount") return `${kind} ${goQuote(name)}`;
  return `${kind} ${goQuote(`${name}/${namespace === "" ? bindingNamespace : namespace}`)}`;
}

/** Reports whether a rule allows a request (Go: rbac.RuleAllows). */
function ruleAllows(rule: PolicyRule, info: RequestInfo): boolean {
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

/** Returns the resolver of the rules of a policy (Go: RBACAuthorizer.RulesFor). */
export function rulesOfPolicy(current: () => RolePolicy): RuleResolver {
  return (user, namespace) => {
    const grants = [...current().grants(user, namespace)];
    const rules = grants.flatMap((grant) => ("rule" in grant ? [grant.rule] : []));
    return {
      resourceRules: rules.filter(({ resources }) => resources.length > 0),
      nonResourceRules: rules.filter(({ nonResourceURLs }) => nonResourceURLs.length > 0),
      errors: grants.flatMap((grant) => ("error" in grant ? [grant.error] : [])),
      isIncomplete: false,
    };
  };
}
