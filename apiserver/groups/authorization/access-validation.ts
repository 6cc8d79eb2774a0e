import { field, type ErrorList, type ObjectMeta } from "@apimachinery/runtime";
import type {
  FieldSelectorAttributes,
  LabelSelectorAttributes,
  LocalSubjectAccessReview,
  ResourceAttributes,
  SelfSubjectAccessReview,
  SubjectAccessReview,
} from "./v1/types.js";
import { requestLimits } from "../../http/request-limits.js";
import type { AccessSpec } from "./attributes-of.js";

const spec = field.newPath("spec");

/**
 * Returns the errors of an access review about the user of the request (Go:
 * ValidateSelfSubjectAccessReview).
 */
export function selfAccessErrors(review: SelfSubjectAccessReview): ErrorList {
  return [...specErrors(review.spec), ...selectorErrors(review.spec), ...metadataErrors(review.metadata)];
}

/** Returns the errors of an access review about any user (Go: ValidateSubjectAccessReview). */
export function accessErrors(review: SubjectAccessReview): ErrorList {
  return [...subjectErrors(review), ...metadataErrors(review.metadata)];
}

/** Returns the errors of an access review in a namespace (Go: ValidateLocalSubjectAccessReview). */
export function localAccessErrors(review: LocalSubjectAccessReview): ErrorList {
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
