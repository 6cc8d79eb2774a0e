import type { DeletionPropagation, Preconditions, ResourceVersionMatch } from "@apimachinery/runtime";

/** Options of every request. */
export interface RequestOptions {
  /** Signal that aborts the request or the watch. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Maximum number of retries after responses with `Retry-After`, and of a GET request other than a
   * watch also after broken connections. Default: 10.
   */
  readonly maxRetries?: number | undefined;
  /** True to request objects without managedFields. Default: the option of the client. */
  readonly dropManagedFields?: boolean | undefined;
}

export interface GetOptions extends RequestOptions {
  /** Minimum revision of the object. Absent: the newest revision. `0`: also an older revision. */
  readonly resourceVersion?: string;
  readonly subresource?: string;
}

/** Options of a list: selectors for objects, the revision, and the page. */
export interface ListOptions extends RequestOptions {
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: ResourceVersionMatch;
  /**
   * Maximum number of items in the response. If more items exist, `metadata.continue` of the
   * response is the token for the next page. Absent: no limit.
   */
  readonly limit?: number;
  readonly continue?: string;
}

export interface WatchOptions extends RequestOptions {
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  /**
   * Revision at which the watch starts; only later changes are sent. Absent: all existing objects
   * are sent first, and then the changes.
   */
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: ResourceVersionMatch;
  readonly allowWatchBookmarks?: boolean;
  readonly sendInitialEvents?: boolean;
  /**
   * Time after which the server ends the watch, in seconds. If the server does not end the watch,
   * the client ends it 30 seconds later. Absent: the server chooses the time.
   */
  readonly timeoutSeconds?: number;
}

export interface WriteOptions extends RequestOptions {
  /** True to perform all steps of the request on the server except storing the result. */
  readonly dryRun?: boolean;
  /** Name of the program that makes the change. Default: the first part of the user agent. */
  readonly fieldManager?: string;
  readonly fieldValidation?: "Ignore" | "Warn" | "Strict";
  /** Name of the subresource, for example `status` or `scale`. */
  readonly subresource?: string;
}

export interface PatchOptions extends WriteOptions {
  /**
   * True if this field manager takes the ownership of fields that conflict with other field
   * managers. Valid only for apply patches.
   */
  readonly force?: boolean;
}

/** Options of a server-side apply. */
export interface ApplyOptions extends PatchOptions {
  /** Name under which the server records the applied fields. It must identify the program. */
  readonly fieldManager: string;
}

export interface DeleteOptions extends RequestOptions {
  readonly dryRun?: boolean;
  readonly gracePeriodSeconds?: number;
  readonly propagationPolicy?: DeletionPropagation;
  readonly preconditions?: Preconditions;
}

/** A patch of one of four types. The type determines the media type of the request. */
export type Patch =
  | { readonly type: "json"; readonly body: readonly JSONPatchOperation[] }
  | { readonly type: "merge" | "strategic" | "apply"; readonly body: object };

/** Operation of a JSON patch (RFC 6902). */
export interface JSONPatchOperation {
  readonly op: "add" | "remove" | "replace" | "move" | "copy" | "test";
  readonly path: string;
  readonly from?: string;
  readonly value?: unknown;
}

export const patchMediaTypes: Readonly<Record<Patch["type"], string>> = {
  json: "application/json-patch+json",
  merge: "application/merge-patch+json",
  strategic: "application/strategic-merge-patch+json",
  // The body of an apply patch is JSON, which is also valid YAML.
  apply: "application/apply-patch+yaml",
};

/** Returns query parameters. Undefined values and empty strings are left out. */
export function queryOf(values: Readonly<Record<string, string | number | boolean | undefined>>): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && value !== "") query.set(name, String(value));
  return query;
}

export function writeQuery({ dryRun, fieldManager, fieldValidation, ...rest }: PatchOptions): URLSearchParams {
  return queryOf({ dryRun: dryRun === true ? "All" : undefined, fieldManager, fieldValidation, force: rest.force });
}

export function listQuery(options: ListOptions): URLSearchParams {
  const { labelSelector, fieldSelector, resourceVersion, resourceVersionMatch, limit } = options;
  return queryOf({
    labelSelector,
    fieldSelector,
    resourceVersion,
    resourceVersionMatch,
    limit,
    continue: options.continue,
  });
}
