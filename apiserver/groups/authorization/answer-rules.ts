import type { RuleResolver, UserRules } from "../../authorization/rule-resolver.js";
import { newBadRequest } from "../../errors/index.js";
import type { AnswerFunction } from "../../registry/answer.js";
import { aggregateErrors } from "../../util/aggregate-errors.js";
import type { ResourceRule, SelfSubjectRulesReview } from "./v1/types.js";

/**
 * Returns the function that responds to a SelfSubjectRulesReview with the rules that apply to the
 * user in a namespace.
 */
export function answerRules(rulesFor: RuleResolver): AnswerFunction {
  return ({ user }, question) => {
    // The cast is safe, because the resource accepts only this kind.
    const { spec } = question as SelfSubjectRulesReview;
    const namespace = spec.namespace ?? "";
    if (namespace === "") throw newBadRequest("no namespace on request");
    const { resourceRules, nonResourceRules, errors, isIncomplete } = rulesFor(user, namespace);
    const error = aggregateErrors(errors);
    const answer: SelfSubjectRulesReview = {
      apiVersion: "authorization.k8s.io/v1",
      kind: "SelfSubjectRulesReview",
      metadata: {},
      spec: {},
      status: {
        resourceRules: resourceRules.map(shown),
        nonResourceRules: nonResourceRules.map(({ verbs, nonResourceURLs }) => ({
          verbs: [...verbs],
          nonResourceURLs: [...nonResourceURLs],
        })),
        incomplete: isIncomplete,
        ...(error === undefined ? {} : { evaluationError: error.message }),
      },
    };
    return answer;
  };
}

function shown({ verbs, apiGroups, resources, resourceNames }: UserRules["resourceRules"][number]): ResourceRule {
  return {
    verbs: [...verbs],
    ...(apiGroups.length === 0 ? {} : { apiGroups: [...apiGroups] }),
    ...(resources.length === 0 ? {} : { resources: [...resources] }),
    ...(resourceNames.length === 0 ? {} : { resourceNames: [...resourceNames] }),
  };
}
