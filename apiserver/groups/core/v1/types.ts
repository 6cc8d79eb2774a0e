import type { ListMeta, ObjectMeta, Time, TypeMeta } from "@apimachinery/runtime";

/**
 * Namespace provides a scope for Names. Use of multiple namespaces is optional.
 *
 * +kubebuilder:resource:scope=Cluster,shortName=ns
 * +kubebuilder:subresource:status
 */
export interface Namespace extends TypeMeta<"v1", "Namespace"> {
  /**
   * Standard object's metadata.
   *
   * +optional
   */
  metadata: ObjectMeta;
  /**
   * Spec defines the behavior of the Namespace.
   *
   * +optional
   */
  spec: NamespaceSpec;
  /**
   * Status describes the current status of a Namespace.
   *
   * +optional
   */
  status: NamespaceStatus;
}

/** NamespaceSpec describes the attributes on a Namespace. */
export interface NamespaceSpec {
  /**
   * Finalizers is an opaque list of values that must be empty to permanently remove object from
   * storage.
   *
   * +listType=atomic
   * +omitzero
   */
  finalizers?: string[];
}

/** NamespaceStatus is information about the current status of a Namespace. */
export interface NamespaceStatus {
  /**
   * Phase is the current lifecycle phase of the namespace.
   *
   * +omitzero
   */
  phase?: NamespacePhase;
  /**
   * Represents the latest available observations of a namespace's current state.
   *
   * +patchMergeKey=type
   * +patchStrategy=merge
   * +listType=map
   * +listMapKey=type
   * +omitzero
   */
  conditions?: NamespaceCondition[];
}

/** +enum */
export type NamespacePhase = "Active" | "Terminating";

/** NamespaceCondition contains details about state of namespace. */
export interface NamespaceCondition {
  /** Type of namespace controller condition. */
  type: string;
  /** Status of the condition, one of True, False, Unknown. */
  status: string;
  /**
   * Last time the condition transitioned from one status to another.
   *
   * +omitzero
   */
  lastTransitionTime?: Time;
  /**
   * Unique, one-word, CamelCase reason for the condition's last transition.
   *
   * +omitzero
   */
  reason?: string;
  /**
   * Human-readable message indicating details about last transition.
   *
   * +omitzero
   */
  message?: string;
}

/** NamespaceList is a list of Namespaces. */
export interface NamespaceList extends TypeMeta<"v1", "NamespaceList"> {
  /** Standard list metadata. */
  metadata: ListMeta;
  /** Items is the list of Namespace objects in the list. */
  items: Namespace[];
}

/**
 * ObjectReference contains enough information to let you inspect or modify the referred object.
 *
 * +structType=atomic
 */
export interface ObjectReference {
  /**
   * Kind of the referent.
   *
   * +omitzero
   */
  kind?: string;
  /**
   * Namespace of the referent.
   *
   * +omitzero
   */
  namespace?: string;
  /**
   * Name of the referent.
   *
   * +omitzero
   */
  name?: string;
  /**
   * UID of the referent.
   *
   * +omitzero
   */
  uid?: string;
  /**
   * API version of the referent.
   *
   * +omitzero
   */
  apiVersion?: string;
  /**
   * Specific resourceVersion to which this reference is made, if any.
   *
   * +omitzero
   */
  resourceVersion?: string;
  /**
   * If referring to a piece of an object instead of an entire object, this string should contain a
   * valid JSON/Go field access statement, such as desiredState.manifest.containers[2].
   *
   * +omitzero
   */
  fieldPath?: string;
}

/** EventSource contains information for an event. */
export interface EventSource {
  /**
   * Component from which the event is generated.
   *
   * +omitzero
   */
  component?: string;
  /**
   * Node name on which the event is generated.
   *
   * +omitzero
   */
  host?: string;
}
