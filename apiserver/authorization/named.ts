import type { Authorizer } from "../request/authorizer.js";

/**
 * Returns an authorizer whose reasons begin with its name if it has no opinion. They are then part
 * of a list of the reasons of several authorizers (Go: union.NamedAuthorizer).
 */
export function namedAuthorizer(name: string, authorizer: Authorizer): Authorizer {
  return async (attributes) => {
    const verdict = await authorizer(attributes);
    if (typeof verdict === "string" || verdict.decision !== "no opinion" || (verdict.reason ?? "") === "")
      return verdict;
    return { ...verdict, reason: `${name}: ${verdict.reason ?? ""}` };
  };
}
