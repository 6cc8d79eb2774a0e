/**
 * @file Options of requests: query parameters, and the body of a deletion. They belong to every API
 * group, and name the one of the request as their apiVersion, or `meta.k8s.io/v1`.
 */

import type { int64 } from "../../types.js";
import type { TypeMeta } from "./types.js";

/** +k8s:deepcopy-gen:interfaces=runtime.Object */
export interface GetOptions extends TypeMeta {
  /** How old the answer may be: unset for the newest, `0` for any. */
  resourceVersion?: string;
}

/** Options of list, watch and the deletion of a collection.
 *  +k8s:deepcopy-gen:interfaces=runtime.Object */
export interface ListOptions extends TypeMeta {
  labelSelector?: string;
  fieldSelector?: string;
  /** Asks for a stream of changes instead of a list. */
  watch?: boolean;
  /** Whether the watch may send `BOOKMARK` events. */
  allowWatchBookmarks?: boolean;
  /** How old the list may be, or where the watch starts. */
  resourceVersion?: string;
  /** How `resourceVersion` is meant. Only with one. */
  resourceVersionMatch?: ResourceVersionMatch;
  /** How long the request may take in all. */
  timeoutSeconds?: int64;
  /** At most so many items in one answer; its `continue` leads to the rest. */
  limit?: int64;
  continue?: string;
  /** Whether a watch starts with all objects and a bookmark that says so. */
  sendInitialEvents?: boolean;
  /**
   * Ranges of hashes, to get a part of a collection: an expression of `shardRange` calls joined by
   * `||`. Alpha.
   */
  shardSelector?: string;
}

export type ResourceVersionMatch = "NotOlderThan" | "Exact";

/** +k8s:deepcopy-gen:interfaces=runtime.Object */
export interface CreateOptions extends TypeMeta {
  /** `All`: everything happens but the storing.
   *  +listType=atomic */
  dryRun?: string[];
  /** Who makes the change, at most 128 bytes. */
  fieldManager?: string;
  /** `Ignore`, `Warn` or `Strict`: what becomes of unknown and duplicate fields. */
  fieldValidation?: string;
}

/** +k8s:deepcopy-gen:interfaces=runtime.Object */
export interface UpdateOptions extends TypeMeta {
  /** `All`: everything happens but the storing.
   *  +listType=atomic */
  dryRun?: string[];
  /** Who makes the change, at most 128 bytes. */
  fieldManager?: string;
  /** `Ignore`, `Warn` or `Strict`: what becomes of unknown and duplicate fields. */
  fieldValidation?: string;
}

/** +k8s:deepcopy-gen:interfaces=runtime.Object */
export interface PatchOptions extends TypeMeta {
  /** `All`: everything happens but the storing.
   *  +listType=atomic */
  dryRun?: string[];
  /** Takes fields over from other managers. For apply patches only. */
  force?: boolean;
  /** Who makes the change, at most 128 bytes. Required for apply patches. */
  fieldManager?: string;
  /** `Ignore`, `Warn` or `Strict`: what becomes of unknown and duplicate fields. */
  fieldValidation?: string;
}

/** `PatchOptions` as they are for an apply patch.
 *  +k8s:deepcopy-gen:interfaces=runtime.Object */
export interface ApplyOptions extends TypeMeta {
  /** `All`: everything happens but the storing.
   *  +listType=atomic */
  dryRun?: string[];
  /** Takes fields over from other managers. */
  force: boolean;
  /** Who makes the change, at most 128 bytes. */
  fieldManager: string;
}

/** +k8s:deepcopy-gen:interfaces=runtime.Object */
export interface DeleteOptions extends TypeMeta {
  /** How long the object has to end: 0 for at once, absent for what is usual for it. */
  gracePeriodSeconds?: int64;
  /** What must be true of the object, or the answer is 409 Conflict. */
  preconditions?: Preconditions;
  /** Use `propagationPolicy`; only one of the two may be set. */
  orphanDependents?: boolean;
  /** What becomes of the objects that this one owns. */
  propagationPolicy?: DeletionPropagation;
  /** `All`: everything happens but the storing.
   *  +listType=atomic */
  dryRun?: string[];
  /**
   * Removes an object that can't be read from storage any more, without finalizers and
   * preconditions.
   */
  ignoreStoreReadErrorWithClusterBreakingPotential?: boolean;
}

export type DeletionPropagation = "Orphan" | "Background" | "Foreground";

export interface Preconditions {
  uid?: string;
  resourceVersion?: string;
}

/** Options of a request that is answered by a table.
 *  +k8s:deepcopy-gen:interfaces=runtime.Object */
export interface TableOptions extends TypeMeta {
  /** How much of each object comes with its row. `Metadata` if unset. */
  includeObject?: IncludeObjectPolicy;
}

export type IncludeObjectPolicy = "None" | "Metadata" | "Object";
