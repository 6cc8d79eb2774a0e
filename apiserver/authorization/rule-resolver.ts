import type { User } from "../request/api-request.js";

/** Rules of a user, as SelfSubjectRulesReview reports them. */
export interface UserRules {
  readonly resourceRules: readonly {
    readonly verbs: readonly string[];
    readonly apiGroups: readonly string[];
    readonly resources: readonly string[];
    readonly resourceNames: readonly string[];
  }[];
  readonly nonResourceRules: readonly {
    readonly verbs: readonly string[];
    readonly nonResourceURLs: readonly string[];
  }[];
  /** Reasons why rules are missing; empty if the rules are complete. */
  readonly errors: readonly Error[];
  /** True if an authorizer of the server cannot list its rules. */
  readonly isIncomplete: boolean;
}

/** Returns the rules that apply to a user in a namespace (Go: authorizer.RuleResolver). */
export type RuleResolver = (user: User, namespace: string) => UserRules;
