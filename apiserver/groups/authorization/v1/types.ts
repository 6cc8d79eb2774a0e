import type { FieldSelectorRequirement, LabelSelectorRequirement, ObjectMeta, TypeMeta } from "@apimachinery/runtime";

/**
 * Question whether a user or a group may send a certain request, in any namespace.
 *
 * +genclient:onlyVerbs=create
 * +kubebuilder:resource:scope=Cluster
 */
export interface SubjectAccessReview extends TypeMeta<"authorization.k8s.io/v1", "SubjectAccessReview"> {
  /**
   * Metadata of the review. Must be empty, because reviews are not stored.
   *
   * +optional
   */
  metadata: ObjectMeta;
  /** The question: the request and its sender. */
  spec: SubjectAccessReviewSpec;
  /**
   * Decision of the server. Values in a request are ignored.
   *
   * +optional
   */
  status: SubjectAccessReviewStatus;
}

/**
 * Question whether the caller may send a certain request. By default, every authenticated user may
 * ask it, so that programs can check their own permissions. Without a namespace, the question is
 * about all namespaces.
 *
 * +genclient:onlyVerbs=create
 * +kubebuilder:resource:scope=Cluster
 */
export interface SelfSubjectAccessReview extends TypeMeta<"authorization.k8s.io/v1", "SelfSubjectAccessReview"> {
  /**
   * Metadata of the review. Must be empty, because reviews are not stored.
   *
   * +optional
   */
  metadata: ObjectMeta;
  /** The question. The sender is the caller, so the question contains no user and no groups. */
  spec: SelfSubjectAccessReviewSpec;
  /**
   * Decision of the server. Values in a request are ignored.
   *
   * +optional
   */
  status: SubjectAccessReviewStatus;
}

/**
 * Question whether a user or a group may send a certain request in the namespace of the review. The
 * right to ask can be granted for each namespace.
 *
 * +genclient:onlyVerbs=create
 */
export interface LocalSubjectAccessReview extends TypeMeta<"authorization.k8s.io/v1", "LocalSubjectAccessReview"> {
  /**
   * Metadata of the review. Must be empty except for the namespace.
   *
   * +optional
   */
  metadata: ObjectMeta;
  /** The question. Its namespace must be that of the review. */
  spec: SubjectAccessReviewSpec;
  /**
   * Decision of the server. Values in a request are ignored.
   *
   * +optional
   */
  status: SubjectAccessReviewStatus;
}

/**
 * Question what the caller may do in a namespace. User interfaces can use the answer to hide
 * actions. The answer is not proof of a permission, because some authorizers cannot list their
 * rules.
 *
 * +genclient:onlyVerbs=create
 * +kubebuilder:resource:scope=Cluster
 */
export interface SelfSubjectRulesReview extends TypeMeta<"authorization.k8s.io/v1", "SelfSubjectRulesReview"> {
  /**
   * Metadata of the review. Usually empty, because reviews are not stored.
   *
   * +optional
   */
  metadata: ObjectMeta;
  /** The question: the namespace. */
  spec: SelfSubjectRulesReviewSpec;
  /**
   * The actions that the user may perform, as far as the server can list them. Values in a request
   * are ignored.
   *
   * +optional
   */
  status: SubjectRulesReviewStatus;
}

/** A request and its sender. Contains either resourceAttributes or nonResourceAttributes. */
export interface SubjectAccessReviewSpec {
  /** Request for a resource, such as pods. */
  resourceAttributes?: ResourceAttributes;
  /** Request for another path, such as /healthz. */
  nonResourceAttributes?: NonResourceAttributes;
  /**
   * Name of the sender. If `groups` is empty, the sender belongs to no group.
   *
   * +omitzero
   */
  user?: string;
  /**
   * Groups of the sender.
   *
   * +listType=atomic
   * +omitzero
   */
  groups?: string[];
  /**
   * Further attributes of the sender, as its authenticator would add them.
   *
   * +omitzero
   */
  extra?: Record<string, ExtraValue>;
  /**
   * Identifier of the sender.
   *
   * +omitzero
   */
  uid?: string;
}

/** A request of the caller. Contains either resourceAttributes or nonResourceAttributes. */
export interface SelfSubjectAccessReviewSpec {
  /** Request for a resource, such as pods. */
  resourceAttributes?: ResourceAttributes;
  /** Request for another path, such as /healthz. */
  nonResourceAttributes?: NonResourceAttributes;
}

/** The part of the API that a SelfSubjectRulesReview asks about. */
export interface SelfSubjectRulesReviewSpec {
  /**
   * Namespace whose rules are listed. Required.
   *
   * +omitzero
   */
  namespace?: string;
}

/** A request for a resource, as authorizers see it. */
export interface ResourceAttributes {
  /**
   * Namespace of the request. Empty for cluster-scoped resources, and for all namespaces together.
   *
   * +omitzero
   */
  namespace?: string;
  /**
   * Verb of the request, such as get, list, watch, create, update, patch or delete. "*" asks about
   * every verb.
   *
   * +omitzero
   */
  verb?: string;
  /**
   * API group of the resource. Empty for the core group; "*" asks about every group.
   *
   * +omitzero
   */
  group?: string;
  /**
   * Version of the API group. "*" asks about every version.
   *
   * +omitzero
   */
  version?: string;
  /**
   * Resource in the plural, such as pods. "*" asks about every resource.
   *
   * +omitzero
   */
  resource?: string;
  /**
   * Subresource, such as status. Empty for the resource itself.
   *
   * +omitzero
   */
  subresource?: string;
  /**
   * Name of the object. Empty asks about all objects.
   *
   * +omitzero
   */
  name?: string;
  /**
   * Field selector of a list, watch or deletion of many objects. An authorizer can permit the
   * request only because of the selector, or ignore the selector.
   */
  fieldSelector?: FieldSelectorAttributes;
  /**
   * Label selector of a list, watch or deletion of many objects. An authorizer can permit the
   * request only because of the selector, or ignore the selector.
   */
  labelSelector?: LabelSelectorAttributes;
}

/** A request for a path that belongs to no resource, as authorizers see it. */
export interface NonResourceAttributes {
  /**
   * Path of the URL.
   *
   * +omitzero
   */
  path?: string;
  /**
   * HTTP method of the request in lower case, such as get.
   *
   * +omitzero
   */
  verb?: string;
}

/** Label selector of a request, either as a string or parsed. */
export interface LabelSelectorAttributes {
  /**
   * The selector as the query of a URL contains it.
   *
   * +omitzero
   */
  rawSelector?: string;
  /**
   * Requirements of the parsed selector. An object must fulfil all.
   *
   * +listType=atomic
   * +omitzero
   */
  requirements?: LabelSelectorRequirement[];
}

/** Field selector of a request, either as a string or parsed. */
export interface FieldSelectorAttributes {
  /**
   * The selector as the query of a URL contains it.
   *
   * +omitzero
   */
  rawSelector?: string;
  /**
   * Requirements of the parsed selector. An object must fulfil all.
   *
   * +listType=atomic
   * +omitzero
   */
  requirements?: FieldSelectorRequirement[];
}

/** The answer of the authorizers. */
export interface SubjectAccessReviewStatus {
  /** True if an authorizer permits the request. */
  allowed: boolean;
  /**
   * True if an authorizer forbids the request, so that no later one is asked. If neither allowed
   * nor denied is true, no authorizer has decided, and the request is refused.
   *
   * +omitzero
   */
  denied?: boolean;
  /**
   * Explanation of the decision for readers.
   *
   * +omitzero
   */
  reason?: string;
  /**
   * Problem that an authorizer met, such as a role that does not exist. There is a decision
   * nevertheless.
   *
   * +omitzero
   */
  evaluationError?: string;
}

/** The actions that a user may perform in a namespace. */
export interface SubjectRulesReviewStatus {
  /**
   * Permitted actions on resources. The order has no meaning.
   *
   * +listType=atomic
   */
  resourceRules: ResourceRule[];
  /**
   * Permitted actions on other paths. The order has no meaning.
   *
   * +listType=atomic
   */
  nonResourceRules: NonResourceRule[];
  /**
   * True if further actions may be permitted, because an authorizer failed or cannot list its
   * rules.
   */
  incomplete: boolean;
  /**
   * Problem that an authorizer met. The rules of the others are listed nevertheless.
   *
   * +omitzero
   */
  evaluationError?: string;
}

/** Actions on resources: each verb with each group, resource and name. */
export interface ResourceRule {
  /**
   * Permitted verbs, such as get or create. "*" permits every verb.
   *
   * +listType=atomic
   */
  verbs: string[];
  /**
   * API groups of the resources. "*" permits every group.
   *
   * +listType=atomic
   * +omitzero
   */
  apiGroups?: string[];
  /**
   * Resources in the plural, also with a subresource as in pods/status. "*" permits every resource
   * of the groups.
   *
   * +listType=atomic
   * +omitzero
   */
  resources?: string[];
  /**
   * Names of the permitted objects. Without names, every object is permitted.
   *
   * +listType=atomic
   * +omitzero
   */
  resourceNames?: string[];
}

/** Actions on paths that belong to no resource. */
export interface NonResourceRule {
  /**
   * Permitted HTTP methods in lower case, such as get. "*" permits every method.
   *
   * +listType=atomic
   */
  verbs: string[];
  /**
   * Permitted paths. A final "*" permits every continuation of the path; "*" alone permits every
   * path.
   *
   * +listType=atomic
   * +omitzero
   */
  nonResourceURLs?: string[];
}

/**
 * Values of one extra attribute.
 *
 * +protobuf.nullable=true
 */
export type ExtraValue = string[];
