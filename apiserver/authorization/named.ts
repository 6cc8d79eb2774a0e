import type { Authorizer } from "../request/authorizer.js";

/**
 * Returns an authorizer that adds its name to the reason of a verdict without an opinion, so that a
 * list of the reasons of several authorizers shows where each comes from (Go:
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
