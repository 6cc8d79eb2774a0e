/** @file Common parts of objects: type and object metadata, owners, selectors, conditions. */

import type { FieldsV1, RawExtension, Time, int64 } from "../../values/types.js";

/**
 * apiVersion and kind of an object. Literal types distinguish the roots of two versions:
 * `TypeMeta<"example.com/v1", "Widget">`.
 * +k8s:deepcopy-gen=false
 */
export interface TypeMeta<APIVersion extends string = string, Kind extends string = string> {
  kind: Kind;
  apiVersion: APIVersion;
}

/**
 * The type of a field that holds an object: apiVersion and kind are optional, and retained if
 * present.
 * +k8s:deepcopy-gen=false
 */
export type Embedded<T extends TypeMeta> = Omit<T, "apiVersion" | "kind"> & { apiVersion?: string; kind?: string };

/** Metadata of a list, and of other responses that are not stored objects. */
export interface ListMeta {
  /**
   * Deprecated: servers no longer set it.
   * +omitzero
   */
  selfLink?: string;
  /**
   * Opaque version of the whole list, from which a watch can start.
   * +omitzero
   */
  resourceVersion?: string;
  /**
   * Token for the next part of a list with a limit.
   * +omitzero
   */
  continue?: string;
  /**
   * Estimated number of items after this part. Absent for requests with selectors, and in the last
   * part.
   */
  remainingItemCount?: int64;
  /** Shard selector of the list. Absent if the selector excluded no items. Alpha. */
  shardInfo?: ShardInfo;
}

/** Shard selector of a list. */
export interface ShardInfo {
  selector: string;
}

/** Metadata that all stored objects have. */
export interface ObjectMeta {
  /**
   * Name of the object, unique for the resource within the namespace. Immutable.
   * +omitzero
   */
  name?: string;
  /**
   * Prefix of a name that the server generates if the request has no name.
   * +omitzero
   */
  generateName?: string;
  /**
   * Namespace in which the name is unique. Empty for cluster-scoped objects.
   * +omitzero
   */
  namespace?: string;
  /**
   * Deprecated: servers no longer set it.
   * +omitzero
   */
  selfLink?: string;
  /**
   * Identifier that is never reused, set by the server.
   * +omitzero
   */
  uid?: string;
  /**
   * Opaque version of the object, for optimistic concurrency and watches.
   * +omitzero
   */
  resourceVersion?: string;
  /**
   * Number of changes of the desired state, set by the server.
   * +omitzero
   */
  generation?: int64;
  /**
   * Time when the server created the object.
   * +omitzero
   */
  creationTimestamp?: Time;
  /** Time after which the object is removed. The server sets it when a client requests deletion. */
  deletionTimestamp?: Time;
  /**
   * Seconds that the object had to terminate when its deletion was requested. The value can only be
   * shortened.
   */
  deletionGracePeriodSeconds?: int64;
  /**
   * Labels of the object. Selectors can evaluate them.
   * +omitzero
   */
  labels?: Record<string, string>;
  /**
   * Arbitrary data of tools and clients. Selectors cannot evaluate it.
   * +omitzero
   */
  annotations?: Record<string, string>;
  /**
   * Owners of the object. When all are gone, the object is garbage-collected.
   * +omitzero
   * +patchMergeKey=uid
   * +patchStrategy=merge
   * +listType=map
   * +listMapKey=uid
   */
  ownerReferences?: OwnerReference[];
  /**
   * Names of tasks that must finish before the object is removed. During deletion, entries can only
   * be removed.
   * +omitzero
   * +patchStrategy=merge
   * +listType=set
   */
  finalizers?: string[];
  /**
   * Managers of fields, each with the fields that it set and their version.
   * +omitzero
   * +listType=atomic
   */
  managedFields?: ManagedFieldsEntry[];
}

/**
 * An owner of an object: an object in the same namespace, or a cluster-scoped one.
 * +structType=atomic
 */
export interface OwnerReference {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  /** True if this owner is the controller. At most one owner is the controller. */
  controller?: boolean;
  /** True if foreground deletion of the owner waits until this object is removed. */
  blockOwnerDeletion?: boolean;
}

/** Fields that one manager has set by one operation. */
export interface ManagedFieldsEntry {
  /** +omitzero */
  manager?: string;
  /** +omitzero */
  operation?: ManagedFieldsOperationType;
  /**
   * API version that the field names belong to.
   * +omitzero
   */
  apiVersion?: string;
  /** Time of the last change of this entry. */
  time?: Time;
  /**
   * Format of the set of fields: `FieldsV1`.
   * +omitzero
   */
  fieldsType?: string;
  fieldsV1?: FieldsV1;
  /**
   * Name of the subresource of the request; empty for the object itself.
   * +omitzero
   */
  subresource?: string;
}

export type ManagedFieldsOperationType = "Apply" | "Update";

/**
 * Selects objects by their labels. All conditions must hold; an empty selector selects everything.
 * +structType=atomic
 */
export interface LabelSelector {
  /** Required values of labels. Each entry is equivalent to an expression `In` with one value. */
  matchLabels?: Record<string, string>;
  /** +listType=atomic */
  matchExpressions?: LabelSelectorRequirement[];
}

export interface LabelSelectorRequirement {
  key: string;
  operator: LabelSelectorOperator;
  /**
   * Values for `In` and `NotIn`; empty for other operators.
   * +listType=atomic
   */
  values?: string[];
}

export type LabelSelectorOperator = "In" | "NotIn" | "Exists" | "DoesNotExist";

export interface FieldSelectorRequirement {
  key: string;
  operator: FieldSelectorOperator;
  /**
   * Values for `In` and `NotIn`; empty for other operators.
   * +listType=atomic
   */
  values?: string[];
}

export type FieldSelectorOperator = "In" | "NotIn" | "Exists" | "DoesNotExist";

/**
 * One aspect of an object's state. A status contains conditions as a list `conditions` with the key
 * `type`.
 */
export interface Condition {
  /**
   * CamelCase name, with a domain where it could be ambiguous: `Available`,
   * `example.com/Available`.
   * +required
   * +kubebuilder:validation:MaxLength=316
   * +kubebuilder:validation:Pattern=`^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$`
   */
  type: string;
  /** +required */
  status: ConditionStatus;
  /**
   * Generation of the object from which the condition was computed. The condition is outdated if
   * the object's generation is higher.
   * +kubebuilder:validation:Minimum=0
   * +omitzero
   */
  observedGeneration?: int64;
  /**
   * Time of the last change of the status.
   * +required
   */
  lastTransitionTime: Time;
  /**
   * Machine-readable reason of the last change of the status: CamelCase, not empty.
   * +required
   * +kubebuilder:validation:MinLength=1
   * +kubebuilder:validation:MaxLength=1024
   * +kubebuilder:validation:Pattern=`^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$`
   */
  reason: string;
  /**
   * Human-readable description of the last change of the status. Can be empty.
   * +required
   * +kubebuilder:validation:MaxLength=32768
   */
  message: string;
}

export type ConditionStatus = "True" | "False" | "Unknown";

/** A list of objects of any kind.
 *  +k8s:deepcopy-gen:interfaces=runtime.Object */
export interface List extends TypeMeta<"v1", "List"> {
  /** +optional */
  metadata: ListMeta;
  items: RawExtension[];
}

/** An event of a watch. It is not an object: it has neither kind nor apiVersion on the wire. */
export interface WatchEvent {
  type: WatchEventType;
  /**
   * The object after the change, or before it for `DELETED`; a `Status` for `ERROR`; only metadata
   * for `BOOKMARK`.
   */
  object: RawExtension;
}

export type WatchEventType = "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK" | "ERROR";

/** Body of a patch. The content type of the request defines its format. */
export type Patch = RawExtension;
