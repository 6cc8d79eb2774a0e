import type { bytes, int32, ListMeta, MicroTime, ObjectMeta, Time, TypeMeta } from "@apimachinery/runtime";

/**
 * A part of the API with names of its own: two objects of a kind can have the same name in two
 * namespaces. Permissions can be granted for one namespace, and the deletion of a namespace deletes
 * all objects in it.
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
   * Tasks that must end before a deleted Namespace is removed. The finalizer `kubernetes` keeps the
   * Namespace until its objects are deleted.
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
   * Time of the last change of the status.
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
 * Data that only some users may read, such as passwords, tokens and keys. All values together have
 * at most 1 MiB.
 */
export interface Secret extends TypeMeta<"v1", "Secret"> {
  /**
   * Name, namespace and other metadata of the Secret.
   *
   * +optional
   */
  metadata: ObjectMeta;
  /**
   * If true, the data cannot be changed any more, and this field cannot be unset. The metadata can
   * be changed.
   */
  immutable?: boolean;
  /**
   * The values in base64. A key consists of letters, digits, hyphens, underscores and dots.
   *
   * +omitzero
   */
  data?: Record<string, bytes>;
  /**
   * Values as text, for clients that write them. The server moves them to data, where they replace
   * values with the same keys, so that no response has this field.
   *
   * +omitzero
   */
  stringData?: Record<string, string>;
  /**
   * Purpose of the data. Some types require certain keys. The default is Opaque, and the type of a
   * Secret cannot be changed.
   *
   * +omitzero
   */
  type?: string;
}

/** A list of Secrets. */
export interface SecretList extends TypeMeta<"v1", "SecretList"> {
  /** Version of the list, and the token for its next part. */
  metadata: ListMeta;
  /** The Secrets. */
  items: Secret[];
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

/**
 * A report that something happened to an object, in the older form of Kubernetes. The same Events
 * are also served in events.k8s.io/v1, where each field has a counterpart.
 *
 * +kubebuilder:resource:shortName=ev
 */
export interface Event extends TypeMeta<"v1", "Event"> {
  /** Name, namespace and other metadata of the Event. */
  metadata: ObjectMeta;
  /** Object that the Event is about. */
  involvedObject: ObjectReference;
  /**
   * Cause of the Event as one word, for programs.
   *
   * +omitzero
   */
  reason?: string;
  /**
   * What happened, in a sentence for readers.
   *
   * +omitzero
   */
  message?: string;
  /**
   * The sender. Newer Events have reportingComponent and reportingInstance.
   *
   * +optional
   */
  source: EventSource;
  /**
   * Time of the first occurrence.
   *
   * +optional
   */
  firstTimestamp: Time;
  /**
   * Time of the last occurrence.
   *
   * +optional
   */
  lastTimestamp: Time;
  /**
   * Number of occurrences.
   *
   * +omitzero
   */
  count?: int32;
  /**
   * Normal, or Warning for a fact that may need attention.
   *
   * +omitzero
   */
  type?: string;
  /**
   * Time of the first occurrence, in newer Events.
   *
   * +optional
   */
  eventTime: MicroTime;
  /** Later occurrences, in newer Events. Absent if the Event has occurred only once. */
  series?: EventSeries;
  /**
   * What the controller did or attempted, as one word for programs.
   *
   * +omitzero
   */
  action?: string;
  /** Second object that is involved in the action. */
  related?: ObjectReference;
  /**
   * Name of the controller that sends the Event, such as `example.com/oven-controller`.
   *
   * +optional
   * +default=""
   */
  reportingComponent: string;
  /**
   * Identifier of the controller's process, such as the name of its pod.
   *
   * +optional
   * +default=""
   */
  reportingInstance: string;
}

/** Repeated occurrences of an Event. */
export interface EventSeries {
  /**
   * Number of occurrences that the controller has reported.
   *
   * +omitzero
   */
  count?: int32;
  /**
   * Time of the last occurrence that the controller has reported.
   *
   * +optional
   */
  lastObservedTime: MicroTime;
}

/** A list of Events. */
export interface EventList extends TypeMeta<"v1", "EventList"> {
  /** Version of the list, and the token for its next part. */
  metadata: ListMeta;
  /** The Events. */
  items: Event[];
}
