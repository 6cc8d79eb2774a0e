import type { RuleResolver } from "../rule-resolver.js";
import type { RolePolicy } from "./policy.js";

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
