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
 * All settings and functions with which handlers serve one resource or subresource in one version
 * (Go: handlers.RequestScope). Scopes are created when the server starts, so that requests need no
 * lookups.
 */
export interface RequestScope {
  readonly scheme: Scheme;
  /** Group and version from the request path. */
  readonly groupVersion: GroupVersion;
  /**
   * Kind of the objects in requests and responses: the resource's kind in the path's version, or
   * the kind of a subresource, such as Scale.
   */
  readonly kind: GroupVersionKind;
  readonly listKind: string;
  /** True if the kinds in requests and responses have generated protobuf. */
  readonly hasProtobuf: boolean;
  /** Plural name of the resource, as in paths. */
  readonly resource: string;
  /** Name of the subresource; empty for the resource itself. */
  readonly subresource: string;
  readonly isNamespaced: boolean;
  /** Store of all objects of the resource. */
  readonly store: Store;
  /**
   * Store for the objects in requests and responses: the whole objects, their status, their scale,
   * or a custom subresource.
   */
  readonly objects: ObjectStore;
  /**
   * Records which client has set which field of the objects in `objects`; undefined if the kind has
   * no managedFields.
   */
  readonly fields: FieldTracker | undefined;
  /**
   * Records which client has set which field of the whole object through a custom subresource.
   * Absent for other scopes, and if the kind has no managedFields.
   */
  readonly parentFields?: FieldTracker | undefined;
  /** Handlers of a custom subresource. Absent for other scopes. */
  readonly custom?: CustomRoutes;
  /** Creates the declarative validation for one request that writes an object. */
  readonly newValidation: () => RequestValidation;
  /** Decodes objects, sets the defaults of their version, and converts them to the hub version. */
  readonly decoder: Decoder;
  readonly encoder: ObjectEncoder;
  readonly table: TableConvertor;
  readonly patchTypes: PatchTypes;
  readonly admission: readonly AdmissionPlugin[];
  /** Functions with which admission plugins can process objects of this scope. */
  readonly interfaces: ObjectInterfaces;
  /**
   * Returns the decision of the authorizers about an access, for example for another verb than that
   * of the request.
   */
  readonly judge: (attributes: AuthorizationAttributes) => Promise<Verdict>;
  /**
   * Function that serves creates without storing the objects, such as those of SubjectAccessReview;
   * undefined for other resources.
   */
  readonly answer?: AnswerFunction | undefined;
  /** Deprecation of the resource in this version; undefined if it is not deprecated. */
  readonly deprecation: ScopeDeprecation | undefined;
  /** Maximum number of objects that the deletion of a collection deletes at the same time. */
  readonly deleteCollectionWorkers: number;
  readonly watch: {
    /**
     * Minimum timeout of watches without `timeoutSeconds`, in milliseconds. The actual timeout is
     * chosen at random between 1 and 2 times this value, so that not all watches end at the same
     * time.
     */
    readonly minRequestTimeout: number;
    readonly metrics: ResourceWatchMetrics;
  };
}

/** Handles one request for a resource. */
export type Action = (scope: RequestScope, request: APIRequest) => Promise<Response>;

/** The handlers of a custom subresource. */
export interface CustomRoutes {
  /** Handlers by HTTP method. */
  readonly actions: Readonly<Record<string, Action>>;
  /** Verbs of the subresource, as discovery lists them. */
  readonly verbs: readonly string[];
  /** Properties of a subresource with a handler; undefined for any other custom subresource. */
  readonly connect: ConnectRoutes | undefined;
}

/** Properties of a subresource with a handler, for routing and OpenAPI. */
export interface ConnectRoutes {
  readonly methods: readonly string[];
  /** True if the subresource also serves the paths below it. */
  readonly hasPath: boolean;
  /** True if the subresource has options. The kind of the scope is then the kind of the options. */
  readonly hasOptions: boolean;
}

/** Deprecation of a resource in one version. */
export interface ScopeDeprecation {
  /** Warning that is added to every response. */
  readonly warning: string;
  /** First release that does not serve the version; empty if unknown. */
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
