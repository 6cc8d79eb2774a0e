/**
 * @file Options of requests: query parameters, and the body of a deletion. Every API group has
 * them. Their apiVersion is the one of the request, or `meta.k8s.io/v1`.
 */

import type { int64 } from "../../values/types.js";
import type { TypeMeta } from "./types.js";

/** +k8s:deepcopy-gen:interfaces=runtime.Object */
export interface GetOptions extends TypeMeta {
  /**
   * Minimum version of the object: unset for the newest, `0` for any.
   * +omitzero
   */
  resourceVersion?: string;
}

/**
 * Options of requests that list, watch or delete a collection.
 * +k8s:deepcopy-gen:interfaces=runtime.Object
 */
export interface ListOptions extends TypeMeta {
  /** +omitzero */
  labelSelector?: string;
  /** +omitzero */
  fieldSelector?: string;
  /**
   * Requests a stream of changes instead of a list.
   * +omitzero
   */
  watch?: boolean;
  /**
   * Allows `BOOKMARK` events in a watch.
   * +omitzero
   */
  allowWatchBookmarks?: boolean;
  /**
   * Minimum or exact version of the list, or the version at which the watch starts.
   * +omitzero
   */
  resourceVersion?: string;
  /**
   * Interpretation of `resourceVersion`. Valid only together with it.
   * +omitzero
   */
  resourceVersionMatch?: ResourceVersionMatch;
  /** Timeout of the whole request. */
  timeoutSeconds?: int64;
  /**
   * Maximum number of items in a response. If more items exist, the response has a token `continue`
   * for the next request.
   * +omitzero
   */
  limit?: int64;
  /** +omitzero */
  continue?: string;
  /** Starts a watch with all existing objects, followed by a bookmark. */
  sendInitialEvents?: boolean;
  /**
   * Ranges of hashes that select a part of a collection: `shardRange` calls joined by `||`. Alpha.
   * +omitzero
   */
  shardSelector?: string;
}

export type ResourceVersionMatch = "NotOlderThan" | "Exact";

/** +k8s:deepcopy-gen:interfaces=runtime.Object */
export interface CreateOptions extends TypeMeta {
  /**
   * `All` performs every step except storing the object.
   * +listType=atomic
   */
  dryRun?: string[];
  /**
   * Name of the program that makes the change, at most 128 bytes.
   * +omitzero
   */
  fieldManager?: string;
  /**
   * Treatment of unknown and duplicate fields: `Ignore`, `Warn` or `Strict`.
   * +omitzero
   */
  fieldValidation?: string;
}

/** +k8s:deepcopy-gen:interfaces=runtime.Object */
export interface UpdateOptions extends TypeMeta {
  /**
   * `All` performs every step except storing the object.
   * +listType=atomic
   */
  dryRun?: string[];
  /**
   * Name of the program that makes the change, at most 128 bytes.
   * +omitzero
   */
  fieldManager?: string;
  /**
   * Treatment of unknown and duplicate fields: `Ignore`, `Warn` or `Strict`.
   * +omitzero
   */
  fieldValidation?: string;
}

/** +k8s:deepcopy-gen:interfaces=runtime.Object */
export interface PatchOptions extends TypeMeta {
  /**
   * `All` performs every step except storing the object.
   * +listType=atomic
   */
  dryRun?: string[];
  /** Transfers fields from other managers to this one. Valid only for apply patches. */
  force?: boolean;
  /**
   * Name of the program that makes the change, at most 128 bytes. Required for apply patches.
   * +omitzero
   */
  fieldManager?: string;
  /**
   * Treatment of unknown and duplicate fields: `Ignore`, `Warn` or `Strict`.
   * +omitzero
   */
  fieldValidation?: string;
}

/**
 * `PatchOptions` for apply patches.
 * +k8s:deepcopy-gen:interfaces=runtime.Object
 */
export interface ApplyOptions extends TypeMeta {
  /**
   * `All` performs every step except storing the object.
   * +listType=atomic
   */
  dryRun?: string[];
  /** Transfers fields from other managers to this one. */
  force: boolean;
  /** Name of the program that makes the change, at most 128 bytes. */
  fieldManager: string;
}

/** +k8s:deepcopy-gen:interfaces=runtime.Object */
export interface DeleteOptions extends TypeMeta {
  /**
   * Seconds that the object has to terminate: 0 for immediate deletion, absent for the default of
   * the kind.
   */
  gracePeriodSeconds?: int64;
  /** Conditions that the object must meet. Otherwise the response is 409 Conflict. */
  preconditions?: Preconditions;
  /** Deprecated: use `propagationPolicy`. Only one of the two can be set. */
  orphanDependents?: boolean;
  /** Treatment of the objects that this object owns. */
  propagationPolicy?: DeletionPropagation;
  /**
   * `All` performs every step except storing the result.
   * +listType=atomic
   */
  dryRun?: string[];
  /**
   * Removes an object that cannot be read from storage, without checking finalizers and
   * preconditions.
   */
  ignoreStoreReadErrorWithClusterBreakingPotential?: boolean;
}

export type DeletionPropagation = "Orphan" | "Background" | "Foreground";

export interface Preconditions {
  uid?: string;
  resourceVersion?: string;
}

/**
 * Options of requests whose response is a table.
 * +k8s:deepcopy-gen:interfaces=runtime.Object
 */
export interface TableOptions extends TypeMeta {
  /**
   * Part of each object that its row contains. Default: `Metadata`.
   * +omitzero
   */
  includeObject?: IncludeObjectPolicy;
}

export type IncludeObjectPolicy = "None" | "Metadata" | "Object";
