import { randomUUID } from "node:crypto";
import type { GroupVersionKind } from "@apimachinery/runtime";
import type { Attributes } from "../plugin.js";
import type { Invocation } from "./invocation.js";

/** Supported versions of AdmissionReview. */
export type ReviewVersion = "v1" | "v1beta1";

/** An AdmissionReview that is sent to a webhook. */
export interface ReviewRequest {
  readonly uid: string;
  readonly version: ReviewVersion;
  /** The AdmissionReview as JSON. */
  readonly body: string;
}

/**
 * The objects of a request as JSON, in the version of a webhook. `object` is undefined for a
 * deletion, and `oldObject` for a create and for the operation CONNECT.
 */
export interface VersionedStrings {
  readonly object: string | undefined;
  readonly oldObject: string | undefined;
}

/**
 * Returns the AdmissionReview for a call of a webhook. Its version is the first supported version
 * in the webhook's `admissionReviewVersions`.
 * @throws Error if no version is supported
 */
export function newReview(invocation: Invocation, attributes: Attributes, texts: VersionedStrings): ReviewRequest {
  const { admissionReviewVersions = [] } = invocation.hook.webhook;
  const version = admissionReviewVersions.find((one) => one === "v1" || one === "v1beta1");
  if (version === undefined) throw new Error("webhook does not accept known AdmissionReview versions (v1, v1beta1)");
  const uid = randomUUID();
  const head = { kind: "AdmissionReview", apiVersion: `admission.k8s.io/${version}` };
  const { isDryRun: dryRun, options = null } = attributes;
  // The objects are JSON strings already, so they are inserted into the JSON of the review.
  const body =
    `${JSON.stringify(head).slice(0, -1)},"request":${JSON.stringify({ uid, ...aboutRequest(invocation, attributes) }).slice(0, -1)},` +
    `"object":${texts.object ?? "null"},"oldObject":${texts.oldObject ?? "null"},` +
    `${JSON.stringify({ dryRun, options }).slice(1)}}`;
  return { uid, version, body };
}

/**
 * Returns the fields of `AdmissionReview.request` between `uid` and `object`, in Kubernetes' order.
 */
export function aboutRequest(
  { kind, resource }: Pick<Invocation, "kind" | "resource">,
  attributes: Attributes,
): object {
  const { subresource, name, namespace, operation, user } = attributes;
  return {
    kind: kindOf(kind),
    resource,
    ...(subresource === "" ? {} : { subResource: subresource }),
    requestKind: kindOf(attributes.kind),
    requestResource: attributes.resource,
    ...(subresource === "" ? {} : { requestSubResource: subresource }),
    ...(name === "" ? {} : { name }),
    ...(namespace === "" ? {} : { namespace }),
    operation,
    userInfo: {
      ...(user.name === "" ? {} : { username: user.name }),
      ...((user.uid ?? "") === "" ? {} : { uid: user.uid }),
      ...(user.groups.length === 0 ? {} : { groups: user.groups }),
      ...(Object.keys(user.extra).length === 0 ? {} : { extra: user.extra }),
    },
  };
}

function kindOf({ group, version, kind }: GroupVersionKind): GroupVersionKind {
  return { group, version, kind };
}
