import type { Authorizer } from "../request/authorizer.js";

/**
 * Returns an authorizer that adds a name to the reason of each verdict without an opinion. When the
 * reasons of several authorizers are listed, the names show which authorizer gave which reason (Go:
 * union.NamedAuthorizer).
 */
export function namedAuthorizer(name: string, authorizer: Authorizer): Authorizer {
  return async (attributes) => {
    const verdict = await authorizer(attributes);
    if (typeof verdict === "string" || verdict.decision !== "no opinion" || (verdict.reason ?? "") === "")
      return verdict;
    return { ...verdict, reason: `${name}: ${verdict.reason ?? ""}` };
  };
}
