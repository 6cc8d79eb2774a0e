import type { labels } from "@apimachinery/runtime";
import type { AuthorizationAttributes } from "../../request/authorizer.js";
import type { RequestInfo } from "../../request/request-info.js";
import { fieldRequirements, labelRequirements } from "../../request/selector-requirements.js";

/** The `spec` of a SubjectAccessReview (authorization.k8s.io/v1). */
export interface ReviewSpec {
  readonly resourceAttributes?: object;
  readonly nonResourceAttributes?: object;
  readonly user: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
  readonly uid?: string;
}

/**
 * Returns the spec of the review of a request (Go: WebhookAuthorizer.Authorize). Equal requests
 * have specs with equal JSON, which is used as a cache key.
 */
export function reviewSpecOf({ user: { name, groups, extra, uid = "" }, info }: AuthorizationAttributes): ReviewSpec {
  const keys = Object.keys(extra).sort();
  return {
    ...(info.isResourceRequest
      ? { resourceAttributes: resourceAttributesOf(info) }
      : { nonResourceAttributes: withoutEmpty({ path: info.path, verb: info.verb }) }),
    user: name,
    ...(groups.length === 0 ? {} : { groups }),
    ...(keys.length === 0 ? {} : { extra: Object.fromEntries(keys.map((key) => [key, extra[key] ?? []])) }),
    ...(uid === "" ? {} : { uid }),
  };
}

function resourceAttributesOf(info: RequestInfo): object {
  const { namespace, verb, group, version, resource, subresource, name } = info;
  const fields = requirementsOf(() => fieldRequirements(info)).map(({ field, operator, value }) => ({
    key: field,
    operator: operator === "!=" ? "NotIn" : "In",
    values: [value],
  }));
  const labels = requirementsOf(() => labelRequirements(info)).flatMap(labelRequirementOf);
  return {
    ...withoutEmpty({ namespace, verb, group, version, resource, subresource, name }),
    ...(fields.length === 0 ? {} : { fieldSelector: { requirements: fields } }),
    ...(labels.length === 0 ? {} : { labelSelector: { requirements: labels } }),
  };
}

/**
 * Returns the requirements of a selector; an empty list for an invalid selector. The review is then
 * about all objects, so it requires more permissions than the request, never fewer.
 */
function requirementsOf<T>(parse: () => readonly T[]): readonly T[] {
  try {
    return parse();
  } catch {
    return [];
  }
}

const labelOperators: Readonly<Partial<Record<labels.Requirement["operator"], string>>> = {
  "=": "In",
  "==": "In",
  in: "In",
  "!=": "NotIn",
  notin: "NotIn",
  exists: "Exists",
  "!": "DoesNotExist",
};

/**
 * Returns a list with the requirement as a review represents it. The list is empty for an operator
 * that reviews do not support, such as `gt`.
 */
function labelRequirementOf({ key, operator, values }: labels.Requirement): readonly object[] {
  const name = labelOperators[operator];
  return name === undefined ? [] : [{ key, operator: name, ...(values.length === 0 ? {} : { values }) }];
}

function withoutEmpty(values: Readonly<Record<string, string>>): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));
}
