import type { Decoder, GroupVersion, GroupVersionKind, RequestValidation, Scheme } from "@apimachinery/runtime";
import type { ObjectInterfaces } from "../admission/object-interfaces.js";
import type { AdmissionPlugin } from "../admission/plugin.js";
import type { AuthorizationAttributes, Verdict } from "../request/authorizer.js";
import type { APIRequest } from "../request/api-request.js";
import type { ResourceWatchMetrics } from "../metrics/watch-metrics.js";
import type { Response } from "../http/types.js";
import type { AnswerFunction } from "../registry/answer.js";
import type { ObjectStore } from "../registry/object-store.js";
import type { Store } from "../registry/store.js";
import type { FieldTracker } from "./field-tracker.js";
import type { ObjectEncoder } from "./object-encoder.js";
import type { PatchTypes } from "./patch/patch-types.js";
import type { TableConvertor } from "../registry/table-convertor.js";

/**
 * Everything that a handler needs to serve one resource in one version. Scopes are created when the
 * server starts, so requests need no lookups (Go: handlers.RequestScope).
 */
export interface RequestScope {
  readonly scheme: Scheme;
  /** Group and version from the request path. */
  readonly groupVersion: GroupVersion;
  /**
   * Kind of the objects in requests and responses: the resource's kind in the path's version, or
   * the kind of a subresource such as scale.
   */
  readonly kind: GroupVersionKind;
  readonly listKind: string;
  /** True if the kinds of requests and responses have generated protobuf. */
  readonly hasProtobuf: boolean;
  /** Plural name of the resource, as in paths. */
  readonly resource: string;
  /** Name of the subresource; empty for the resource itself. */
  readonly subresource: string;
  readonly isNamespaced: boolean;
  /** Store with all objects of the resource. */
  readonly store: Store;
  /**
   * Store for the part of an object that the path names: the whole object, its status, or its
   * scale.
   */
  readonly objects: ObjectStore;
  /** Records which client sets which field; undefined if the kind has no managedFields. */
  readonly fields: FieldTracker | undefined;
  /**
   * Records which client sets which field of the whole object by a custom subresource; absent for
   * other scopes, and if the kind has no managedFields.
   */
  readonly parentFields?: FieldTracker | undefined;
  /** Handlers of a custom subresource; absent for other scopes. */
  readonly custom?: CustomRoutes;
  /** Creates the declarative validation of one request that writes an object. */
  readonly newValidation: () => RequestValidation;
  /** Decodes an object, sets the defaults of its version, and converts it to the hub version. */
  readonly decoder: Decoder;
  readonly encoder: ObjectEncoder;
  readonly table: TableConvertor;
  readonly patchTypes: PatchTypes;
  readonly admission: readonly AdmissionPlugin[];
  /** Functions for objects of the scope that admission plugins use. */
  readonly interfaces: ObjectInterfaces;
  /**
   * Returns the decision of the authorizers, for example about a request whose verb has changed.
   */
  readonly judge: (attributes: AuthorizationAttributes) => Promise<Verdict>;
  /** Answers the objects of a resource that stores none; undefined for other resources. */
  readonly answer?: AnswerFunction | undefined;
  /** Deprecation of the version; undefined if the version is not deprecated. */
  readonly deprecation: ScopeDeprecation | undefined;
  /** Number of objects that the deletion of a collection deletes at the same time. */
  readonly deleteCollectionWorkers: number;
  readonly watch: {
    /**
     * Minimum timeout of watches without `timeoutSeconds`, in milliseconds. The actual timeout is
     * random between 1× and 2×, so that not all watches end at the same time.
     */
    readonly minRequestTimeout: number;
    readonly metrics: ResourceWatchMetrics;
  };
}

/** Handles a request for a resource. */
export type Action = (scope: RequestScope, request: APIRequest) => Promise<Response>;

/** The handlers of a custom subresource. */
export interface CustomRoutes {
  /** Handlers by HTTP method. */
  readonly actions: Readonly<Record<string, Action>>;
  /** Verbs of the subresource, as discovery lists them. */
  readonly verbs: readonly string[];
  /** Set if a handler of the strategy serves the requests. */
  readonly connect: ConnectRoutes | undefined;
}

/** Properties of a subresource with a handler, for OpenAPI. */
export interface ConnectRoutes {
  readonly methods: readonly string[];
  /** True if paths below the subresource belong to it. */
  readonly hasPath: boolean;
  /** True if the kind of the scope is that of the options. */
  readonly hasOptions: boolean;
}

/** Deprecation of a resource in one version. */
export interface ScopeDeprecation {
  /** Warning that is sent with every response. */
  readonly warning: string;
  /** Release that no longer serves the version; empty if unknown. */
  readonly removedRelease: string;
  /**
   * Called for each request to a deprecated version.
   * @param subresource empty for the resource itself
   */
  readonly requested: (subresource: string) => void;
}

/** Returns the group and the plural name of the resource, for error messages. */
export function groupResourceOf(scope: Pick<RequestScope, "groupVersion" | "resource">): {
  readonly group: string;
  readonly name: string;
} {
  return { group: scope.groupVersion.group, name: scope.resource };
}
