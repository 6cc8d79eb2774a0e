import type { ListMeta, ObjectMeta, Time, TypeMeta } from "@apimachinery/runtime";

/**
 * A part of the API with names of its own: two objects of a kind can have the same name in two
 * namespaces. Permissions can be granted for one namespace, and its deletion deletes what it
 * contains.
 *
 * +kubebuilder:resource:scope=Cluster,shortName=ns
 * +kubebuilder:subresource:status
 */
export interface Namespace extends TypeMeta<"v1", "Namespace"> {
  /**
   * Name and other metadata of the Namespace.
   *
   * +optional
   */
  metadata: ObjectMeta;
  /**
   * Settings of the Namespace.
   *
   * +optional
   */
  spec: NamespaceSpec;
  /**
   * State of the Namespace. The server and its controller write it.
   *
   * +optional
   */
  status: NamespaceStatus;
}

/** Settings of a Namespace. */
export interface NamespaceSpec {
  /**
   * Tasks that must end before a deleted Namespace is removed. The finalizer kubernetes keeps it
   * until its objects are deleted.
   *
   * +listType=atomic
   * +omitzero
   */
  finalizers?: string[];
}

/** State of a Namespace. */
export interface NamespaceStatus {
  /**
   * Active, or Terminating after a request for deletion. No objects can be created in a Terminating
   * Namespace.
   *
   * +omitzero
   */
  phase?: NamespacePhase;
  /**
   * What delays a deletion: one condition for each cause.
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

/** A fact about the deletion of a Namespace. */
export interface NamespaceCondition {
  /** Name of the fact, such as NamespaceContentRemaining. */
  type: string;
  /** Whether the fact is true: True, False or Unknown. */
  status: string;
  /**
   * Time when the status became what it is.
   *
   * +omitzero
   */
  lastTransitionTime?: Time;
  /**
   * Cause of the status as one word in CamelCase, for programs.
   *
   * +omitzero
   */
  reason?: string;
  /**
   * Cause of the status in a sentence, for readers.
   *
   * +omitzero
   */
  message?: string;
}

/** A list of Namespaces. */
export interface NamespaceList extends TypeMeta<"v1", "NamespaceList"> {
  /** Version of the list, and the token for its next part. */
  metadata: ListMeta;
  /** The Namespaces. */
  items: Namespace[];
}

/**
 * A reference to an object of any kind, or to a part of it.
 *
 * +structType=atomic
 */
export interface ObjectReference {
  /**
   * Kind of the object.
   *
   * +omitzero
   */
  kind?: string;
  /**
   * Namespace of the object. Empty for cluster-scoped objects.
   *
   * +omitzero
   */
  namespace?: string;
  /**
   * Name of the object.
   *
   * +omitzero
   */
  name?: string;
  /**
   * Identifier of the object. A later object of the same name has another one.
   *
   * +omitzero
   */
  uid?: string;
  /**
   * Group and version of the kind, as in apps/v1.
   *
   * +omitzero
   */
  apiVersion?: string;
  /**
   * Version of the object's content. Empty for the current version.
   *
   * +omitzero
   */
  resourceVersion?: string;
  /**
   * Path of the part in the object, such as spec.containers{web}. Empty for the whole object.
   *
   * +omitzero
   */
  fieldPath?: string;
}

/** The sender of an Event. */
export interface EventSource {
  /**
   * Name of the program that sent the Event.
   *
   * +omitzero
   */
  component?: string;
  /**
   * Node on which the program runs.
   *
   * +omitzero
   */
  host?: string;
}
