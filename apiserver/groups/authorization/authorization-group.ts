import type { Scheme } from "@apimachinery/runtime";
import type { RuleResolver } from "../../authorization/rule-resolver.js";
import type { APIGroupInfo } from "../../server/api-group.js";
import { newAnswerGroup } from "../answer-group.js";
import { answerAccess, answerLocalAccess, answerSelfAccess } from "./answer-access.js";
import { answerRules } from "./answer-rules.js";
import { SchemeGroupVersion } from "./v1/zz_generated.register.js";
import { Install } from "./zz_generated.install.js";

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
