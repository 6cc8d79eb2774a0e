import type { Scheme } from "@apimachinery/runtime";
import type { RuleResolver, UserRules } from "../../authorization/rule-resolver.js";
import type { APIGroupInfo } from "../../server/api-group.js";
import { newAnswerGroup } from "../answer-group.js";
import { answerAccess, answerLocalAccess, answerSelfAccess } from "./answer-access.js";
import { SchemeGroupVersion } from "./v1/zz_generated.register.js";
import { Install } from "./zz_generated.install.js";
import { newBadRequest } from "../../errors/index.js";
import type { AnswerFunction } from "../../registry/answer.js";
import { aggregateErrors } from "../../util/aggregate-errors.js";
import type { ResourceRule, SelfSubjectRulesReview } from "./v1/types.js";

/**
 * Creates the group authorization.k8s.io, whose reviews return the permissions of users. `kubectl
 * auth can-i` uses it.
 * @param rules returns the rules of a user
 */
export function authorizationGroup(scheme: Scheme, rules: RuleResolver): APIGroupInfo {
  return newAnswerGroup(scheme, Install, SchemeGroupVersion, [
    {
      kind: "LocalSubjectAccessReview",
      resource: "localsubjectaccessreviews",
      isNamespaced: true,
      answer: answerLocalAccess,
    },
    {
      kind: "SelfSubjectAccessReview",
      resource: "selfsubjectaccessreviews",
      isNamespaced: false,
      answer: answerSelfAccess,
    },
    {
      kind: "SelfSubjectRulesReview",
      resource: "selfsubjectrulesreviews",
      isNamespaced: false,
      answer: answerRules(rules),
    },
    {
      kind: "SubjectAccessReview",
      resource: "subjectaccessreviews",
      isNamespaced: false,
      answer: answerAccess,
    },
  ]);
}

/**
 * Returns the function that responds to a SelfSubjectRulesReview with the rules that apply to the
 * user in a namespace.
 */
function answerRules(rulesFor: RuleResolver): AnswerFunction {
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
