/**
 * @file Options of requests: query parameters, and the body of a deletion. They are part of every
 * API group; their apiVersion is that of the request or `meta.k8s.io/v1`.
 */

import type { int64 } from "../../types.js";
import type { TypeMeta } from "./types.js";

/** +k8s:deepcopy-gen:interfaces=runtime.Object */
export interface GetOptions extends TypeMeta {
  /** Minimum version of the response: unset for the newest, `0` for any. */
  resourceVersion?: string;
}

/**
 * Options for list, watch and deletion of a collection.
 * +k8s:deepcopy-gen:interfaces=runtime.Object
 */
export interface ListOptions extends TypeMeta {
  labelSelector?: string;
  fieldSelector?: string;
  /** Requests a stream of changes instead of a list. */
  watch?: boolean;
  /** Allows `BOOKMARK` events in a watch. */
  allowWatchBookmarks?: boolean;
  /** Minimum or exact version of the list, or start of the watch. */
  resourceVersion?: string;
  /** Meaning of `resourceVersion`. Valid only together with it. */
  resourceVersionMatch?: ResourceVersionMatch;
  /** Timeout of the whole request. */
  timeoutSeconds?: int64;
  /** Largest number of items in a response. Its `continue` is the token for the next items. */
  limit?: int64;
  continue?: string;
  /** Makes a watch start with all objects, followed by a bookmark. */
  sendInitialEvents?: boolean;
  /**
   * Ranges of hashes that select a part of a collection: `shardRange` calls joined by `||`. Alpha.
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
  /** Name of the program that makes the change, at most 128 bytes. */
  fieldManager?: string;
  /** Treatment of unknown and duplicate fields: `Ignore`, `Warn` or `Strict`. */
  fieldValidation?: string;
}

/** +k8s:deepcopy-gen:interfaces=runtime.Object */
export interface UpdateOptions extends TypeMeta {
  /**
   * `All` performs every step except storing the object.
   * +listType=atomic
   */
  dryRun?: string[];
  /** Name of the program that makes the change, at most 128 bytes. */
  fieldManager?: string;
  /** Treatment of unknown and duplicate fields: `Ignore`, `Warn` or `Strict`. */
  fieldValidation?: string;
}

/** +k8s:deepcopy-gen:interfaces=runtime.Object */
export interface PatchOptions extends TypeMeta {
  /**
   * `All` performs every step except storing the object.
   * +listType=atomic
   */
  dryRun?: string[];
  /** Takes over fields of other managers. For apply patches only. */
  force?: boolean;
  /** Name of the program that makes the change, at most 128 bytes. Required for apply patches. */
  fieldManager?: string;
  /** Treatment of unknown and duplicate fields: `Ignore`, `Warn` or `Strict`. */
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
  /** Takes over fields of other managers. */
  force: boolean;
  /** Name of the program that makes the change, at most 128 bytes. */
  fieldManager: string;
}

/** +k8s:deepcopy-gen:interfaces=runtime.Object */
export interface DeleteOptions extends TypeMeta {
  /**
   * Time that the object has to terminate, in seconds: 0 for immediate deletion, absent for the
   * default of the kind.
   */
  gracePeriodSeconds?: int64;
  /** Conditions on the object. If one does not hold, the response is 409 Conflict. */
  preconditions?: Preconditions;
  /** Deprecated: use `propagationPolicy`. Only one of the two can be set. */
  orphanDependents?: boolean;
  /** Treatment of the objects that this one owns. */
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
 * Options for a response in the form of a table.
 * +k8s:deepcopy-gen:interfaces=runtime.Object
 */
export interface TableOptions extends TypeMeta {
  /** Part of each object that its row contains. Default: `Metadata`. */
  includeObject?: IncludeObjectPolicy;
}

export type IncludeObjectPolicy = "None" | "Metadata" | "Object";
