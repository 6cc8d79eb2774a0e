import { goQuote } from "@apimachinery/runtime";
import type { AuthorizationAttributes, Authorizer, Verdict } from "../../request/authorizer.js";
import { aggregateErrors } from "../../util/aggregate-errors.js";
import type { Binding, RBACSubject } from "./objects.js";
import type { RolePolicy } from "./policy.js";
import { ruleAllows } from "./rule-allows.js";

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
