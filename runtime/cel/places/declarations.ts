/**
 * The variables that an expression can use, and the object types of these variables. Types are
 * strings, such as `list(string)`.
 */
export interface Declarations {
  readonly variables: Readonly<Record<string, string>>;
  /** The types of the fields of each object type, by type name and field name. */
  readonly structs: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const userInfo = {
  username: "string",
  uid: "string",
  groups: "list(string)",
  extra: "map(string, list(string))",
};

const groupVersionResource = { group: "string", version: "string", resource: "string" };
const groupVersionKind = { group: "string", version: "string", kind: "string" };

const admissionRequest = {
  kind: "kubernetes.GroupVersionKind",
  resource: "kubernetes.GroupVersionResource",
  subResource: "string",
  requestKind: "kubernetes.GroupVersionKind",
  requestResource: "kubernetes.GroupVersionResource",
  requestSubResource: "string",
  name: "string",
  namespace: "string",
  operation: "string",
  userInfo: "kubernetes.UserInfo",
  dryRun: "bool",
  options: "dyn",
};

/**
 * The object types of a namespace, with the fields that expressions can use. In match conditions of
 * webhooks, the value of `namespaceObject` is always null.
 */
const namespace = {
  "kubernetes.Namespace": {
    metadata: "kubernetes.NamespaceMetadata",
    spec: "kubernetes.NamespaceSpec",
    status: "kubernetes.NamespaceStatus",
  },
  "kubernetes.NamespaceMetadata": {
    name: "string",
    generateName: "string",
    namespace: "string",
    labels: "map(string, string)",
    annotations: "map(string, string)",
    UID: "string",
    creationTimestamp: "timestamp",
    deletionGracePeriodSeconds: "int",
    deletionTimestamp: "timestamp",
    generation: "int",
    resourceVersion: "string",
    finalizers: "list(string)",
  },
  "kubernetes.NamespaceSpec": { finalizers: "list(string)" },
  "kubernetes.NamespaceStatus": { conditions: "list(kubernetes.NamespaceCondition)", phase: "string" },
  "kubernetes.NamespaceCondition": {
    status: "string",
    type: "string",
    lastTransitionTime: "timestamp",
    message: "string",
    reason: "string",
  },
};

/** The variables of match conditions in admission webhooks (Go: admission/plugin/cel). */
export const matchConditionDeclarations: Declarations = {
  variables: {
    object: "dyn",
    oldObject: "dyn",
    namespaceObject: "kubernetes.Namespace",
    request: "kubernetes.AdmissionRequest",
    authorizer: "kubernetes.authorization.Authorizer",
    "authorizer.requestResource": "kubernetes.authorization.ResourceCheck",
  },
  structs: {
    ...namespace,
    "kubernetes.AdmissionRequest": admissionRequest,
    "kubernetes.GroupVersionKind": groupVersionKind,
    "kubernetes.GroupVersionResource": groupVersionResource,
    "kubernetes.UserInfo": userInfo,
  },
};

/** The variables of expressions about the claims of a token (Go: authentication/cel). */
export const claimsDeclarations: Declarations = { variables: { claims: "map(string, any)" }, structs: {} };

/** The variables of rules about the user that a token describes (Go: authentication/cel). */
export const userDeclarations: Declarations = {
  variables: { user: "kubernetes.UserInfo" },
  structs: { "kubernetes.UserInfo": userInfo },
};
