import type { DeletionPropagation, Preconditions, ResourceVersionMatch } from "@apimachinery/runtime";

/** What every request may be told. */
export interface RequestOptions {
  /** Ends the request, and a watch. */
  readonly signal?: AbortSignal | undefined;
  /** How often it is sent again at most, where the server says when to; 10 where absent. */
  readonly maxRetries?: number | undefined;
}

export interface GetOptions extends RequestOptions {
  /** How old the answer may be: the newest where absent, any for `0`. */
  readonly resourceVersion?: string;
  readonly subresource?: string;
}

/** Which objects of a collection, and how old they may be. */
export interface ListOptions extends RequestOptions {
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: ResourceVersionMatch;
  /** At most so many; `metadata.continue` of the answer leads to the rest. */
  readonly limit?: number;
  readonly continue?: string;
}

export interface WatchOptions extends RequestOptions {
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  /** Behind which revision changes are told; all that there is is told first where absent. */
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: ResourceVersionMatch;
  readonly allowWatchBookmarks?: boolean;
  readonly sendInitialEvents?: boolean;
  /** After which the server ends the watch, and if it does not, a little later this client. */
  readonly timeoutSeconds?: number;
}

export interface WriteOptions extends RequestOptions {
  /** Does everything but store it. */
  readonly dryRun?: boolean;
  /** Who makes the change; what the user agent starts with where absent. */
  readonly fieldManager?: string;
  readonly fieldValidation?: "Ignore" | "Warn" | "Strict";
  /** `status`, `scale`. */
  readonly subresource?: string;
}

export interface PatchOptions extends WriteOptions {
  /** Takes fields over from other managers: for apply patches only. */
  readonly force?: boolean;
}

export interface DeleteOptions extends RequestOptions {
  readonly dryRun?: boolean;
  readonly gracePeriodSeconds?: number;
  readonly propagationPolicy?: DeletionPropagation;
  readonly preconditions?: Preconditions;
}

/** A change of an object, by the media type that says how it is meant. */
export type Patch =
  | { readonly type: "json"; readonly body: readonly JSONPatchOperation[] }
  | { readonly type: "merge" | "strategic" | "apply"; readonly body: object };

/** RFC 6902. */
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
  // An object as JSON is YAML, too.
  apply: "application/apply-patch+yaml",
};

/** As query parameters: what is absent is left out. */
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
