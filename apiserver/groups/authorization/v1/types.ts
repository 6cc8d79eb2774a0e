import type { FieldSelectorRequirement, LabelSelectorRequirement, ObjectMeta, TypeMeta } from "@apimachinery/runtime";

/**
 * SubjectAccessReview checks whether or not a user or group can perform an action.
 *
 * +genclient:onlyVerbs=create
 * +kubebuilder:resource:scope=Cluster
 */
export interface SubjectAccessReview extends TypeMeta<"authorization.k8s.io/v1", "SubjectAccessReview"> {
  /**
   * metadata is the standard list metadata.
   *
   * +optional
   */
  metadata: ObjectMeta;
  /** spec holds information about the request being evaluated. */
  spec: SubjectAccessReviewSpec;
  /**
   * status is filled in by the server and indicates whether the request is allowed or not.
   *
   * +optional
   */
  status: SubjectAccessReviewStatus;
}

/**
 * SelfSubjectAccessReview checks whether or the current user can perform an action. Not filling in
 * a spec.namespace means "in all namespaces". Self is a special case, because users should always
 * be able to check whether they can perform an action.
 *
 * +genclient:onlyVerbs=create
 * +kubebuilder:resource:scope=Cluster
 */
export interface SelfSubjectAccessReview extends TypeMeta<"authorization.k8s.io/v1", "SelfSubjectAccessReview"> {
  /**
   * metadata is the standard list metadata.
   *
   * +optional
   */
  metadata: ObjectMeta;
  /** spec holds information about the request being evaluated. user and groups must be empty. */
  spec: SelfSubjectAccessReviewSpec;
  /**
   * status is filled in by the server and indicates whether the request is allowed or not.
   *
   * +optional
   */
  status: SubjectAccessReviewStatus;
}

/**
 * LocalSubjectAccessReview checks whether or not a user or group can perform an action in a given
 * namespace. Having a namespace scoped resource makes it much easier to grant namespace scoped
 * policy that includes permissions checking.
 *
 * +genclient:onlyVerbs=create
 */
export interface LocalSubjectAccessReview extends TypeMeta<"authorization.k8s.io/v1", "LocalSubjectAccessReview"> {
  /**
   * metadata is the standard list metadata.
   *
   * +optional
   */
  metadata: ObjectMeta;
  /**
   * spec holds information about the request being evaluated. spec.namespace must be equal to the
   * namespace you made the request against. If empty, it is defaulted.
   */
  spec: SubjectAccessReviewSpec;
  /**
   * status is filled in by the server and indicates whether the request is allowed or not.
   *
   * +optional
   */
  status: SubjectAccessReviewStatus;
}

/**
 * SelfSubjectRulesReview enumerates the set of actions the current user can perform within a
 * namespace. The returned list of actions may be incomplete depending on the server's authorization
 * mode, and any errors experienced during the evaluation.
 *
 * +genclient:onlyVerbs=create
 * +kubebuilder:resource:scope=Cluster
 */
export interface SelfSubjectRulesReview extends TypeMeta<"authorization.k8s.io/v1", "SelfSubjectRulesReview"> {
  /**
   * metadata is the standard list metadata.
   *
   * +optional
   */
  metadata: ObjectMeta;
  /** spec holds information about the request being evaluated. */
  spec: SelfSubjectRulesReviewSpec;
  /**
   * status is filled in by the server and indicates the set of actions a user can perform.
   *
   * +optional
   */
  status: SubjectRulesReviewStatus;
}

/**
 * SubjectAccessReviewSpec is a description of the access request. Exactly one of resourceAttributes
 * and nonResourceAttributes must be set.
 */
export interface SubjectAccessReviewSpec {
  /** resourceAttributes describes information for a resource access request. */
  resourceAttributes?: ResourceAttributes;
  /** nonResourceAttributes describes information for a non-resource access request. */
  nonResourceAttributes?: NonResourceAttributes;
  /**
   * user is the user you're testing for. If you specify "User" but not "Groups", then is it
   * interpreted as "What if User were not a member of any groups".
   *
   * +omitzero
   */
  user?: string;
  /**
   * groups is the groups you're testing for.
   *
   * +listType=atomic
   * +omitzero
   */
  groups?: string[];
  /**
   * extra corresponds to the user.Info.GetExtra() method from the authenticator.
   *
   * +omitzero
   */
  extra?: Record<string, ExtraValue>;
  /**
   * uid information about the requesting user.
   *
   * +omitzero
   */
  uid?: string;
}

/**
 * SelfSubjectAccessReviewSpec is a description of the access request. Exactly one of
 * resourceAttributes and nonResourceAttributes must be set.
 */
export interface SelfSubjectAccessReviewSpec {
  /** resourceAttributes describes information for a resource access request. */
  resourceAttributes?: ResourceAttributes;
  /** nonResourceAttributes describes information for a non-resource access request. */
  nonResourceAttributes?: NonResourceAttributes;
}

/** SelfSubjectRulesReviewSpec defines the specification for SelfSubjectRulesReview. */
export interface SelfSubjectRulesReviewSpec {
  /**
   * namespace to evaluate rules for. Required.
   *
   * +omitzero
   */
  namespace?: string;
}

/**
 * ResourceAttributes includes the authorization attributes available for resource requests to the
 * Authorizer interface.
 */
export interface ResourceAttributes {
  /**
   * namespace is the namespace of the action being requested. An empty namespace also means all
   * namespaces.
   *
   * +omitzero
   */
  namespace?: string;
  /**
   * verb is a kubernetes resource API verb, like: get, list, watch, create, update, delete, proxy.
   * "*" means all.
   *
   * +omitzero
   */
  verb?: string;
  /**
   * group is the API Group of the Resource. "*" means all.
   *
   * +omitzero
   */
  group?: string;
  /**
   * version is the API Version of the Resource. "*" means all.
   *
   * +omitzero
   */
  version?: string;
  /**
   * resource is one of the existing resource types. "*" means all.
   *
   * +omitzero
   */
  resource?: string;
  /**
   * subresource is one of the existing resource types. "" means none.
   *
   * +omitzero
   */
  subresource?: string;
  /**
   * name is the name of the resource being requested for a "get" or deleted for a "delete". ""
   * (empty) means all.
   *
   * +omitzero
   */
  name?: string;
  /**
   * fieldSelector describes the limitation on access based on field. It can only limit access, not
   * broaden it.
   */
  fieldSelector?: FieldSelectorAttributes;
  /**
   * labelSelector describes the limitation on access based on labels. It can only limit access, not
   * broaden it.
   */
  labelSelector?: LabelSelectorAttributes;
}

/**
 * NonResourceAttributes includes the authorization attributes available for non-resource requests.
 */
export interface NonResourceAttributes {
  /**
   * path is the URL path of the request.
   *
   * +omitzero
   */
  path?: string;
  /**
   * verb is the standard HTTP verb.
   *
   * +omitzero
   */
  verb?: string;
}

/** LabelSelectorAttributes indicates a label limited access. */
export interface LabelSelectorAttributes {
  /**
   * rawSelector is the serialization of a label selector that would be included in a query
   * parameter.
   *
   * +omitzero
   */
  rawSelector?: string;
  /**
   * requirements is the parsed interpretation of a label selector.
   *
   * +listType=atomic
   * +omitzero
   */
  requirements?: LabelSelectorRequirement[];
}

/** FieldSelectorAttributes indicates a field limited access. */
export interface FieldSelectorAttributes {
  /**
   * rawSelector is the serialization of a field selector that would be included in a query
   * parameter.
   *
   * +omitzero
   */
  rawSelector?: string;
  /**
   * requirements is the parsed interpretation of a field selector.
   *
   * +listType=atomic
   * +omitzero
   */
  requirements?: FieldSelectorRequirement[];
}

/** SubjectAccessReviewStatus is the answer of the authorizers. */
export interface SubjectAccessReviewStatus {
  /** allowed is required. True if the action would be allowed, false otherwise. */
  allowed: boolean;
  /**
   * denied is optional. True if the action would be denied, otherwise false. If both allowed is
   * false and denied is false, then the authorizer has no opinion on whether to authorize the
   * action. Denied may not be true if Allowed is true.
   *
   * +omitzero
   */
  denied?: boolean;
  /**
   * reason is optional. It indicates why a request was allowed or denied.
   *
   * +omitzero
   */
  reason?: string;
  /**
   * evaluationError is an indication that some error occurred during the authorization check. It is
   * entirely possible to get an error and be able to continue determine authorization status in
   * spite of it.
   *
   * +omitzero
   */
  evaluationError?: string;
}

/** SubjectRulesReviewStatus contains the result of a rules check. */
export interface SubjectRulesReviewStatus {
  /**
   * resourceRules is the list of actions the subject is allowed to perform on resources.
   *
   * +listType=atomic
   */
  resourceRules: ResourceRule[];
  /**
   * nonResourceRules is the list of actions the subject is allowed to perform on non-resources.
   *
   * +listType=atomic
   */
  nonResourceRules: NonResourceRule[];
  /** incomplete is true when the rules returned by this call are incomplete. */
  incomplete: boolean;
  /**
   * evaluationError can appear in combination with Rules.
   *
   * +omitzero
   */
  evaluationError?: string;
}

/** ResourceRule is the list of actions the subject is allowed to perform on resources. */
export interface ResourceRule {
  /**
   * verbs is a list of kubernetes resource API verbs. "*" means all.
   *
   * +listType=atomic
   */
  verbs: string[];
  /**
   * apiGroups is the name of the APIGroup that contains the resources. "*" means all.
   *
   * +listType=atomic
   * +omitzero
   */
  apiGroups?: string[];
  /**
   * resources is a list of resources this rule applies to. "*" means all in the specified
   * apiGroups.
   *
   * +listType=atomic
   * +omitzero
   */
  resources?: string[];
  /**
   * resourceNames is an optional white list of names that the rule applies to. An empty set means
   * that everything is allowed. "*" means all.
   *
   * +listType=atomic
   * +omitzero
   */
  resourceNames?: string[];
}

/** NonResourceRule holds information that describes a rule for the non-resource. */
export interface NonResourceRule {
  /**
   * verbs is a list of kubernetes non-resource API verbs, like: get, post. "*" means all.
   *
   * +listType=atomic
   */
  verbs: string[];
  /**
   * nonResourceURLs is a set of partial urls that a user should have access to. *s are allowed, but
   * only as the full, final step in the path. "*" means all.
   *
   * +listType=atomic
   * +omitzero
   */
  nonResourceURLs?: string[];
}

/**
 * ExtraValue is the list of values of one extra attribute.
 *
 * +protobuf.nullable=true
 */
export type ExtraValue = string[];
