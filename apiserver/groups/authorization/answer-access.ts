import { newBadRequest, newInvalid } from "../../errors/index.js";
import type { ErrorList } from "@apimachinery/runtime";
import type { AnswerContext, AnswerFunction } from "../../registry/answer.js";
import type { User } from "../../request/api-request.js";
import { attributesOfAccess, type AccessSpec } from "./attributes-of.js";
import { localAccessErrors, selfAccessErrors, accessErrors } from "./access-validation.js";
import type {
  LocalSubjectAccessReview,
  SelfSubjectAccessReview,
  SubjectAccessReview,
  SubjectAccessReviewStatus,
} from "./v1/types.js";

/** Completes a SelfSubjectAccessReview: sets whether the user of the request has the permission. */
export const answerSelfAccess: AnswerFunction = async (context, question) => {
  // The cast is safe, because the resource accepts only this kind.
  const review = question as SelfSubjectAccessReview;
  requireValid("SelfSubjectAccessReview", selfAccessErrors(review));
  return { ...review, status: await statusOf(context, context.user, review.spec) };
};

/** Completes a SubjectAccessReview: sets whether the user in its spec has the permission. */
export const answerAccess: AnswerFunction = async (context, question) => {
  // The cast is safe, because the resource accepts only this kind.
  const review = question as SubjectAccessReview;
  requireValid("SubjectAccessReview", accessErrors(review));
  return { ...review, status: await statusOf(context, userOf(review), review.spec) };
};

/**
 * Completes a LocalSubjectAccessReview: sets whether the user in its spec has the permission in the
 * namespace of the request.
 */
export const answerLocalAccess: AnswerFunction = async (context, question) => {
  // The cast is safe, because the resource accepts only this kind.
  const review = question as LocalSubjectAccessReview;
  requireValid("LocalSubjectAccessReview", localAccessErrors(review));
  const { namespace } = context;
  if (namespace !== review.metadata.namespace)
    throw newBadRequest(`spec.resourceAttributes.namespace must match namespace: ${namespace}`);
  return { ...review, status: await statusOf(context, userOf(review), review.spec) };
};

function requireValid(kind: string, errors: ErrorList): void {
  if (errors.length > 0) throw newInvalid({ group: "authorization.k8s.io", name: kind }, "", errors);
}

function userOf({
  spec: { user = "", groups = [], extra = {}, uid },
}: SubjectAccessReview | LocalSubjectAccessReview): User {
  return { name: user, groups, extra, ...(uid === undefined ? {} : { uid }) };
}

async function statusOf({ judge }: AnswerContext, user: User, spec: AccessSpec): Promise<SubjectAccessReviewStatus> {
  const { info, problems } = attributesOfAccess(spec);
  const { decision, reason = "", error } = await judge({ user, info });
  const errors = [...(error === undefined ? [] : [error.message]), ...problems];
  return {
    allowed: decision === "allow",
    ...(decision === "deny" ? { denied: true } : {}),
    ...(reason === "" ? {} : { reason }),
    ...(errors.length === 0 ? {} : { evaluationError: errors.join("; ") }),
  };
}
