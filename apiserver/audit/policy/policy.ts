/** Amount of data in the audit events of a request, from the least to the most. */
export const levels = ["None", "Metadata", "Request", "RequestResponse"] as const;

export type PolicyLevel = (typeof levels)[number];

/** Steps of a request at which the server creates an audit event. */
export const stages = ["RequestReceived", "ResponseStarted", "ResponseComplete", "Panic"] as const;

export type AuditStage = (typeof stages)[number];

/** Reports whether a level contains at least the data of another level. */
export function atLeast(level: PolicyLevel, least: PolicyLevel): boolean {
  return levels.indexOf(level) >= levels.indexOf(least);
}

/**
 * An audit policy (audit.k8s.io/v1 Policy). The first rule that matches a request determines its
 * audit events.
 */
export interface AuditPolicy {
  readonly rules: readonly AuditRule[];
  readonly omitStages: readonly AuditStage[];
  readonly omitManagedFields: boolean;
}

/**
 * A rule of a policy. An empty list of users, groups, verbs, resources, namespaces or URLs matches
 * every request.
 */
export interface AuditRule {
  readonly level: PolicyLevel;
  readonly users: readonly string[];
  readonly userGroups: readonly string[];
  readonly verbs: readonly string[];
  readonly resources: readonly GroupResources[];
  readonly namespaces: readonly string[];
  readonly nonResourceURLs: readonly string[];
  readonly omitStages: readonly AuditStage[];
  /**
   * True if events omit the managedFields of objects; undefined if the value of the policy applies.
   */
  readonly omitManagedFields: boolean | undefined;
}

/** Resources of one API group, or of all groups. */
export interface GroupResources {
  /** Name of the group; `*` for all groups. */
  readonly group: string;
  /**
   * Resources such as `pizzas` and `pizzas/status`. An asterisk replaces a resource or a
   * subresource. Empty: all resources of the group.
   */
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
}
