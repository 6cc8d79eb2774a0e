/** @file What objects are made of: type and object metadata, owners, selectors, conditions. */

import type { FieldsV1, RawExtension, Time, int64 } from "../../types.js";

/**
 * apiVersion and kind of an object. Literals keep roots of two versions apart:
 * `TypeMeta<"example.com/v1", "Widget">`.
 *  +k8s:deepcopy-gen=false
 */
export interface TypeMeta<APIVersion extends string = string, Kind extends string = string> {
  kind: Kind;
  apiVersion: APIVersion;
}

/** An object inside an object: apiVersion and kind are optional, and kept where they are given.
 *  +k8s:deepcopy-gen=false */
export type Embedded<T extends TypeMeta> = Omit<T, "apiVersion" | "kind"> & { apiVersion?: string; kind?: string };

/** Metadata of a list, and of every other answer that is not a stored object. */
export interface ListMeta {
  /** No server fills it any more. */
  selfLink?: string;
  /** The server's opaque version of the whole list: where a watch can start. */
  resourceVersion?: string;
  /** A token for the next part of a list that was asked for with a limit. */
  continue?: string;
  /** An estimate of how many items follow this part. Absent with selectors and at the end. */
  remainingItemCount?: int64;
  /** Present if a shard selector left items out. Alpha. */
  shardInfo?: ShardInfo;
}

/** The shard selector that a list was filtered by. */
export interface ShardInfo {
  selector: string;
}

/** Metadata of every object that is stored. */
export interface ObjectMeta {
  /** Unique in its namespace for its resource. Never changes. */
  name?: string;
  /** What the server starts a name with, if none is given. */
  generateName?: string;
  /** The space in which the name is unique. Empty for objects of the whole cluster. */
  namespace?: string;
  /** No server fills it any more. */
  selfLink?: string;
  /** Unique in space and time, filled by the server. */
  uid?: string;
  /** The server's opaque version of this object, for optimistic concurrency and watches. */
  resourceVersion?: string;
  /** Counts changes of the desired state. Filled by the server. */
  generation?: int64;
  /** When the server created the object.
   *  +omitzero */
  creationTimestamp?: Time;
  /** When the object is to be gone. Set by the server as soon as deletion was asked for. */
  deletionTimestamp?: Time;
  /** How many seconds the object had to end gracefully. May only become shorter. */
  deletionGracePeriodSeconds?: int64;
  /** What selectors look at.
   *  +omitzero */
  labels?: Record<string, string>;
  /** What tools keep beside an object. Selectors do not see it.
   *  +omitzero */
  annotations?: Record<string, string>;
  /** The objects that keep this one alive. When all are gone, it is collected.
   *  +omitzero
   *  +patchMergeKey=uid
   *  +patchStrategy=merge
   *  +listType=map
   *  +listMapKey=uid */
  ownerReferences?: OwnerReference[];
  /**
   * Who has something to do before the object may go. Once it is being deleted, entries can only be
   * removed.
   *  +omitzero
   *  +patchStrategy=merge
   *  +listType=set
   */
  finalizers?: string[];
  /** Who set which fields, in which version.
   *  +omitzero
   *  +listType=atomic */
  managedFields?: ManagedFieldsEntry[];
}

/** An object in the same namespace, or of the whole cluster, that owns another one.
 *  +structType=atomic */
export interface OwnerReference {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  /** Whether this owner is the controller. At most one is. */
  controller?: boolean;
  /** Whether the owner stays until this object is gone, when it is deleted in the foreground. */
  blockOwnerDeletion?: boolean;
}

/** The fields that one manager set in one way. */
export interface ManagedFieldsEntry {
  manager?: string;
  operation?: ManagedFieldsOperationType;
  /** The version in which the fields are named. */
  apiVersion?: string;
  /** When the entry last changed. */
  time?: Time;
  /** The format of the set of fields: `FieldsV1`. */
  fieldsType?: string;
  fieldsV1?: FieldsV1;
  /** Empty for the object itself. */
  subresource?: string;
}

export type ManagedFieldsOperationType = "Apply" | "Update";

/** A choice of objects by their labels. All of it must match; an empty selector matches everything.
 *  +structType=atomic */
export interface LabelSelector {
  /** Each is short for an expression with `In` and one value. */
  matchLabels?: Record<string, string>;
  /** +listType=atomic */
  matchExpressions?: LabelSelectorRequirement[];
}

export interface LabelSelectorRequirement {
  key: string;
  operator: LabelSelectorOperator;
  /** Some for `In` and `NotIn`, none for the others.
   *  +listType=atomic */
  values?: string[];
}

export type LabelSelectorOperator = "In" | "NotIn" | "Exists" | "DoesNotExist";

export interface FieldSelectorRequirement {
  key: string;
  operator: FieldSelectorOperator;
  /** Some for `In` and `NotIn`, none for the others.
   *  +listType=atomic */
  values?: string[];
}

export type FieldSelectorOperator = "In" | "NotIn" | "Exists" | "DoesNotExist";

/** One aspect of an object's state, for a list `conditions` in its status, keyed by `type`. */
export interface Condition {
  /**
   * CamelCase, with a domain before it where it might be ambiguous: `Available`,
   * `example.com/Available`.
   *  +required
   *  +kubebuilder:validation:MaxLength=316
   */
  type: string;
  /** +required */
  status: ConditionStatus;
  /**
   * The generation that the condition was computed from. It is out of date where the object's is
   * higher.
   *  +kubebuilder:validation:Minimum=0
   */
  observedGeneration?: int64;
  /** When the status last changed.
   *  +required */
  lastTransitionTime: Time;
  /** Why the status last changed, for programs: CamelCase, not empty.
   *  +required
   *  +kubebuilder:validation:MinLength=1
   *  +kubebuilder:validation:MaxLength=1024
   *  +kubebuilder:validation:Pattern=`^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$` */
  reason: string;
  /** Why the status last changed, for people. May be empty.
   *  +required
   *  +kubebuilder:validation:MaxLength=32768 */
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

/** What a watch sends. It is not an object: on the wire there is neither kind nor apiVersion. */
export interface WatchEvent {
  type: WatchEventType;
  /**
   * The object after a change, before it for `DELETED`, a `Status` for `ERROR`, metadata only for
   * `BOOKMARK`.
   */
  object: RawExtension;
}

export type WatchEventType = "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK" | "ERROR";

/** The body of a patch, whose meaning is that of its content type. */
export type Patch = RawExtension;
