import { newBadRequest, newInvalid } from "../../errors/index.js";
import { type ErrorList, field, type ObjectMeta } from "@apimachinery/runtime";
import type { AnswerContext, AnswerFunction } from "../../registry/answer.js";
import type { User } from "../../request/api-request.js";
import { attributesOfAccess, type AccessSpec } from "./attributes-of.js";
import type {
  LocalSubjectAccessReview,
  SelfSubjectAccessReview,
  SubjectAccessReview,
  SubjectAccessReviewStatus,
  FieldSelectorAttributes,
  LabelSelectorAttributes,
  ResourceAttributes,
} from "./v1/types.js";
import { requestLimits } from "../../http/request-limits.js";

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

const spec = field.newPath("spec");

/**
 * Returns the errors of an access review about the user of the request (Go:
 * ValidateSelfSubjectAccessReview).
 */
function selfAccessErrors(review: SelfSubjectAccessReview): ErrorList {
  return [...specErrors(review.spec), ...selectorErrors(review.spec), ...metadataErrors(review.metadata)];
}

/** Returns the errors of an access review about any user (Go: ValidateSubjectAccessReview). */
function accessErrors(review: SubjectAccessReview): ErrorList {
  return [...subjectErrors(review), ...metadataErrors(review.metadata)];
}

/** Returns the errors of an access review in a namespace (Go: ValidateLocalSubjectAccessReview). */
function localAccessErrors(review: LocalSubjectAccessReview): ErrorList {
  const { resourceAttributes: resource, nonResourceAttributes: path } = review.spec;
  const { namespace = "", ...others } = review.metadata;
  const given = resource?.namespace ?? "";
  return [
    ...subjectErrors(review),
    ...metadataErrors(others, "must be empty except for namespace"),
    ...(resource !== undefined && given !== namespace
      ? [field.invalid(field.newPath("spec.resourceAttributes.namespace"), given, "must match metadata.namespace")]
      : []),
    ...(path === undefined
      ? []
      : [field.invalid(field.newPath("spec.nonResourceAttributes"), path, "disallowed on this kind of request")]),
  ];
}

function subjectErrors({ spec: given }: SubjectAccessReview | LocalSubjectAccessReview): ErrorList {
  const { user = "", groups = [] } = given;
  return [
    ...specErrors(given),
    ...(user === "" && groups.length === 0
      ? [field.invalid(spec.child("user"), user, "at least one of user or group must be specified")]
      : []),
    ...selectorErrors(given),
  ];
}

function specErrors({ resourceAttributes: resource, nonResourceAttributes: path }: AccessSpec): ErrorList {
  const why = "exactly one of nonResourceAttributes or resourceAttributes must be specified";
  return (resource === undefined) === (path === undefined) ? [field.invalid(spec, path ?? null, why)] : [];
}

/**
 * Returns the errors of selectors that have both `rawSelector` and `requirements`, or neither of
 * them, or that are too long.
 */
function selectorErrors({ resourceAttributes = {} }: { readonly resourceAttributes?: ResourceAttributes }): ErrorList {
  const path = field.newPath("spec.resourceAttributes");
  const errors = (name: string, given: FieldSelectorAttributes | LabelSelectorAttributes | undefined): ErrorList => {
    if (given === undefined) return [];
    const { rawSelector: raw = "", requirements = [] } = given;
    const at = path.child(name);
    if (raw.length > requestLimits.review)
      return [field.tooLongCharacters(at.child("rawSelector"), requestLimits.review)];
    if (requirements.length > requestLimits.selectorRequirements)
      return [field.tooMany(at.child("requirements"), requirements.length, requestLimits.selectorRequirements)];
    if (raw !== "" && requirements.length > 0)
      return [field.invalid(at.child("rawSelector"), raw, "may not specified at the same time as requirements")];
    return raw === "" && requirements.length === 0
      ? [
          field.required(
            at.child("requirements"),
            `when spec.resourceAttributes.${name} is specified, requirements or rawSelector is required`,
          ),
        ]
      : [];
  };
  return [
    ...errors("fieldSelector", resourceAttributes.fieldSelector),
    ...errors("labelSelector", resourceAttributes.labelSelector),
  ];
}

/**
 * Returns an error if a review has metadata, because they have no meaning in a review.
 * managedFields are ignored.
 */
function metadataErrors(metadata: ObjectMeta, why = "must be empty"): ErrorList {
  const isEmpty = Object.entries(metadata).every(([key, value]) => key === "managedFields" || value === "");
  return isEmpty ? [] : [field.invalid(field.newPath("metadata"), metadata, why)];
}
