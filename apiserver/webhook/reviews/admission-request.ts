import type { JSONObject, RawExtension, Schema } from "@apimachinery/runtime";
import { reviewReader } from "./read-review.js";

interface Kind {
  group: string;
  version: string;
  kind: string;
}

interface Resource {
  group: string;
  version: string;
  resource: string;
}

interface UserInfo {
  username?: string;
  uid?: string;
  groups?: string[];
  extra?: Record<string, string[]>;
}

/** The request of an AdmissionReview (Go: admission/v1.AdmissionRequest). */
export interface AdmissionRequest {
  uid: string;
  kind: Kind;
  resource: Resource;
  subResource?: string;
  requestKind?: Kind;
  name?: string;
  namespace?: string;
  operation: string;
  userInfo: UserInfo;
  object?: RawExtension;
  oldObject?: RawExtension;
  dryRun?: boolean;
  options?: RawExtension;
}

/**
 * Returns the object, the old object or the options of a request; undefined if they are absent,
 * null or empty.
 */
export function objectIn(given: RawExtension | undefined): JSONObject | undefined {
  return given === undefined || Object.keys(given).length === 0 ? undefined : given;
}

const text = { type: "string" } as const;

const kindSchema: Schema<Kind> = { name: "v1.GroupVersionKind", fields: { group: text, version: text, kind: text } };
const resourceSchema: Schema<Resource> = {
  name: "v1.GroupVersionResource",
  fields: { group: text, version: text, resource: text },
};
const userSchema: Schema<UserInfo> = {
  name: "v1.UserInfo",
  fields: {
    username: { ...text, optional: true },
    uid: { ...text, optional: true },
    groups: { type: "list", items: text, optional: true },
    extra: { type: "map", values: { type: "list", items: text }, optional: true },
  },
};

const requestSchema: Schema<AdmissionRequest> = {
  name: "v1.AdmissionRequest",
  fields: {
    uid: text,
    kind: { type: "ref", to: () => kindSchema },
    resource: { type: "ref", to: () => resourceSchema },
    subResource: { ...text, optional: true },
    requestKind: { type: "ref", to: () => kindSchema, optional: true },
    name: { ...text, optional: true },
    namespace: { ...text, optional: true },
    operation: text,
    userInfo: { type: "ref", to: () => userSchema },
    object: { type: "RawExtension", optional: true },
    oldObject: { type: "RawExtension", optional: true },
    dryRun: { type: "boolean", optional: true },
    options: { type: "RawExtension", optional: true },
  },
};

/**
 * Reads the body of an AdmissionReview.
 * @throws StatusError 400 for a body that is not an AdmissionReview
 */
export const readAdmissionReview = reviewReader("AdmissionReview", "admission.k8s.io", requestSchema);
