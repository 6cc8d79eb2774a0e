import type { Scheme } from "@apimachinery/runtime";
import { authenticationGroup } from "../groups/authentication/authentication-group.js";
import { authorizationGroup } from "../groups/authorization/authorization-group.js";
import { ruleResolver } from "../options/authorizers.js";
import type { Config } from "../options/config.js";
import type { APIGroupInfo } from "../server/api-group.js";

/**
 * Returns the groups with the reviews of the server: SelfSubjectReview, and access reviews. Omits
 * the groups for tasks that the server delegates to a cluster, because the cluster serves these
 * reviews.
 * @param hasOwn true if the definition of the server has authorizers
 */
export function reviewGroups(config: Config, scheme: Scheme, hasOwn: boolean): readonly APIGroupInfo[] {
  const rules = ruleResolver(config, hasOwn);
  return [
    ...(config.cluster.authentication === undefined ? [authenticationGroup(scheme)] : []),
    ...(rules === undefined ? [] : [authorizationGroup(scheme, rules)]),
  ];
}
