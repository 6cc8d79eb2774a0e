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
 * All that a handler needs to serve one resource in one version, made when the server starts, so
 * that a request looks nothing up: Go's handlers.RequestScope.
 */
export interface RequestScope {
  readonly scheme: Scheme;
  /** Of the path. */
  readonly groupVersion: GroupVersion;
  /**
   * What is read and written: of the path's version, but for subresources that have a kind of their
   * own.
   */
  readonly kind: GroupVersionKind;
  readonly listKind: string;
  /** In the plural, as paths have it. */
  readonly resource: string;
  /** Empty for the resource itself. */
  readonly subresource: string;
  readonly isNamespaced: boolean;
  /** All objects of the resource. */
  readonly store: Store;
  /** What the path's objects are: the store's, or one side of them. */
  readonly objects: ObjectStore;
  /** Into the hub's form, with the defaults of the text's version. */
  readonly decoder: Decoder;
  readonly encoder: ObjectEncoder;
  readonly table: TableConvertor;
  readonly patchTypes: PatchTypes;
  readonly admission: readonly AdmissionPlugin[];
  /**
   * Asked once more where a request turns out to be another than it looked. @throws StatusError 403
   */
  readonly authorize: (request: APIRequest) => Promise<void>;
  /** Undefined where the version is here to stay. */
  readonly deprecation: ScopeDeprecation | undefined;
  readonly watch: {
    /**
     * How long a watch lives at least that does not say, in milliseconds: up to twice that, so that
     * not all end at once.
     */
    readonly minRequestTimeout: number;
    readonly metrics: ResourceWatchMetrics;
  };
}

/** Of a resource in a version that is going away. */
export interface ScopeDeprecation {
  /** What every client is told that asks for it. */
  readonly warning: string;
  /** Called with each request. @param subresource empty for the resource itself */
  readonly requested: (subresource: string) => void;
}

/** As messages name the resource. */
export function resourceOf(scope: Pick<RequestScope, "groupVersion" | "resource">): {
  readonly group: string;
  readonly name: string;
} {
  return { group: scope.groupVersion.group, name: scope.resource };
}
