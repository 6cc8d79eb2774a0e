import type { Scheme } from "@apimachinery/runtime";
import type { AnswerFunction } from "../../registry/answer.js";
import type { APIGroupInfo } from "../../server/api-group.js";
import { newAnswerGroup } from "../answer-group.js";
import type { SelfSubjectReview } from "./v1/types.js";
import { SchemeGroupVersion } from "./v1/zz_generated.register.js";
import { Install } from "./zz_generated.install.js";

/**
 * Creates the group authentication.k8s.io with the kind SelfSubjectReview, which returns the user
 * of a request. `kubectl auth whoami` uses it.
 */
export function authenticationGroup(scheme: Scheme): APIGroupInfo {
  return newAnswerGroup(scheme, Install, SchemeGroupVersion, [
    { kind: "SelfSubjectReview", resource: "selfsubjectreviews", isNamespaced: false, answer: whoAmI },
  ]);
}

const whoAmI: AnswerFunction = ({ user: { name, uid = "", groups, extra } }): SelfSubjectReview => ({
  apiVersion: "authentication.k8s.io/v1",
  kind: "SelfSubjectReview",
  metadata: { creationTimestamp: new Date().toISOString().replace(/\.\d+Z$/, "Z") },
  status: {
    userInfo: {
      username: name,
      ...(uid === "" ? {} : { uid }),
      groups: [...groups],
      ...(Object.keys(extra).length === 0
        ? {}
        : { extra: Object.fromEntries(Object.entries(extra).map(([key, values]) => [key, [...values]])) }),
    },
  },
});
