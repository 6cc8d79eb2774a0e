import type { Decoder, GroupVersion, GroupVersionKind, Scheme } from "@apimachinery/runtime";
import type { AdmissionPlugin } from "../admission/plugin.js";
import type { APIRequest } from "../request/api-request.js";
import type { ResourceWatchMetrics } from "../metrics/watch-metrics.js";
import type { ObjectStore } from "../registry/object-store.js";
import type { Store } from "../registry/store.js";
import type { ObjectEncoder } from "./object-encoder.js";
import type { PatchTypes } from "./patch/patch-types.js";
import type { TableConvertor } from "../registry/table-convertor.js";

/**
 * Everything that a handler needs to serve one resource in one version. It is made when the server
 * starts, so that requests need no lookups. (Go: handlers.RequestScope.)
 */
export interface RequestScope {
  readonly scheme: Scheme;
  /** Group and version from the request path. */
  readonly groupVersion: GroupVersion;
  /**
   * Kind of the objects in requests and responses: in the path's version, or a separate kind for
   * subresources such as scale.
   */
  readonly kind: GroupVersionKind;
  readonly listKind: string;
  /** Plural name, as in paths. */
  readonly resource: string;
  /** Empty for the resource itself. */
  readonly subresource: string;
  readonly isNamespaced: boolean;
  /** The store of all objects of the resource. */
  readonly store: Store;
  /** The objects behind the path: those of the store, or their status or scale. */
  readonly objects: ObjectStore;
  /** Decodes with the defaults of the text's version and converts to the hub's form. */
  readonly decoder: Decoder;
  readonly encoder: ObjectEncoder;
  readonly table: TableConvertor;
  readonly patchTypes: PatchTypes;
  readonly admission: readonly AdmissionPlugin[];
  /**
   * Authorizes a request again, after its verb has changed.
   * @throws StatusError 403
   */
  readonly authorize: (request: APIRequest) => Promise<void>;
  /** Undefined if the version is not deprecated. */
  readonly deprecation: ScopeDeprecation | undefined;
  readonly watch: {
    /**
     * Minimum timeout of watches without `timeoutSeconds`, in milliseconds. The actual timeout is
     * random between 1× and 2×, so that watches do not all end at once.
     */
    readonly minRequestTimeout: number;
    readonly metrics: ResourceWatchMetrics;
  };
}

/** The deprecation of a resource in one version. */
export interface ScopeDeprecation {
  /** The warning of every response. */
  readonly warning: string;
  /**
   * Called for each request.
   * @param subresource empty for the resource itself
   */
  readonly requested: (subresource: string) => void;
}

/** Returns the name of the resource for error messages. */
export function resourceOf(scope: Pick<RequestScope, "groupVersion" | "resource">): {
  readonly group: string;
  readonly name: string;
} {
  return { group: scope.groupVersion.group, name: scope.resource };
}
