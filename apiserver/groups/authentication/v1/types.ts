import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

/**
 * Request to learn who the server thinks the caller is. The answer has the identity that counts for
 * authorization: in an impersonated request, it is the impersonated one. Keys of extra attributes
 * are in lower case if they came from headers, which have no case.
 *
 * +genclient:onlyVerbs=create
 * +kubebuilder:resource:scope=Cluster
 */
export interface SelfSubjectReview extends TypeMeta<"authentication.k8s.io/v1", "SelfSubjectReview"> {
  /**
   * Metadata of the review. Usually empty, because reviews are not stored.
   *
   * +optional
   */
  metadata: ObjectMeta;
  /**
   * Answer of the server. Values in a request are ignored.
   *
   * +optional
   */
  status: SelfSubjectReviewStatus;
}

/** The server's answer to a SelfSubjectReview. */
export interface SelfSubjectReviewStatus {
  /**
   * Identity of the caller.
   *
   * +optional
   */
  userInfo: UserInfo;
}

/** Identity of a user, as an authenticator found it. */
export interface UserInfo {
  /**
   * Name of the user. No two active users have the same name.
   *
   * +omitzero
   */
  username?: string;
  /**
   * Identifier that is never reused: a new user with the name of a deleted one has another
   * identifier.
   *
   * +omitzero
   */
  uid?: string;
  /**
   * Groups to which the user belongs. Permissions of a group apply to all of its members.
   *
   * +listType=atomic
   * +omitzero
   */
  groups?: string[];
  /**
   * Further attributes that the authenticator adds, such as scopes of a token.
   *
   * +omitzero
   */
  extra?: Record<string, ExtraValue>;
}

/**
 * Values of one extra attribute.
 *
 * +protobuf.nullable=true
 */
export type ExtraValue = string[];
