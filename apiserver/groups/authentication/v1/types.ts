import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

/**
 * SelfSubjectReview contains the user information that the server has about the user making this
 * request. When using impersonation, users will receive the user info of the user being
 * impersonated. If impersonation or request header authentication is used, any extra keys will have
 * their case ignored and returned as lowercase.
 *
 * +genclient:onlyVerbs=create
 * +kubebuilder:resource:scope=Cluster
 */
export interface SelfSubjectReview extends TypeMeta<"authentication.k8s.io/v1", "SelfSubjectReview"> {
  /**
   * metadata is standard object's metadata.
   *
   * +optional
   */
  metadata: ObjectMeta;
  /**
   * status is filled in by the server with the user attributes.
   *
   * +optional
   */
  status: SelfSubjectReviewStatus;
}

/** SelfSubjectReviewStatus is filled by the server and sent back to a user. */
export interface SelfSubjectReviewStatus {
  /**
   * userInfo is a set of attributes belonging to the user making this request.
   *
   * +optional
   */
  userInfo: UserInfo;
}

/** UserInfo holds the information about the user needed to implement the user.Info interface. */
export interface UserInfo {
  /**
   * username is the name that uniquely identifies this user among all active users.
   *
   * +omitzero
   */
  username?: string;
  /**
   * uid is a unique value that identifies this user across time. If this user is deleted and
   * another user by the same name is added, they will have different UIDs.
   *
   * +omitzero
   */
  uid?: string;
  /**
   * groups is the names of groups this user is a part of.
   *
   * +listType=atomic
   * +omitzero
   */
  groups?: string[];
  /**
   * extra is any additional information provided by the authenticator.
   *
   * +omitzero
   */
  extra?: Record<string, ExtraValue>;
}

/**
 * ExtraValue is the list of values of one extra attribute.
 *
 * +protobuf.nullable=true
 */
export type ExtraValue = string[];
