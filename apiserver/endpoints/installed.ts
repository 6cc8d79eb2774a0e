import type { GroupVersionKind, TypeSchema } from "@apimachinery/runtime";
import type { APIHandler } from "../request/api-request.js";
import type { AnswerFunction } from "../registry/answer.js";
import type { Store } from "../registry/store.js";
import type { ConnectRoutes } from "./scope.js";
import type { TableConvertor } from "../registry/table-convertor.js";

/** A resource in one version of its group. All versions of a resource use the same store. */
export interface ResourceInfo {
  readonly store: Store;
  readonly singularName: string;
  readonly shortNames?: readonly string[] | undefined;
  readonly categories?: readonly string[] | undefined;
  /**
   * Function that serves creates without storing the objects. A resource with this function has
   * only the verb `create`.
   */
  readonly answer?: AnswerFunction | undefined;
  /** Custom table output. Default: the print columns that the kind declares, or name and age. */
  readonly table?: TableConvertor | undefined;
}

/** A group-version with the handler of its requests. */
export interface InstalledVersion {
  readonly group: string;
  readonly version: string;
  readonly handler: APIHandler;
  readonly resources: ReadonlyMap<string, InstalledResource>;
}

/** A resource with the properties that discovery documents and OpenAPI documents contain. */
export interface InstalledResource extends ResourceInfo {
  /** Media types of the supported patches. */
  readonly patchTypes: readonly string[];
  /** Verbs, sorted by name. */
  readonly verbs: readonly string[];
  /** Subresources, sorted by name. */
  readonly subresources: readonly InstalledSubresource[];
}

export interface InstalledSubresource {
  /** Name of the subresource in paths, such as `status`. */
  readonly name: string;
  /**
   * Kind of the requests and responses: the kind of the resource in the path's version, or another
   * kind such as Scale.
   */
  readonly kind: GroupVersionKind;
  readonly schema: TypeSchema;
  /** Media types of the supported patches. */
  readonly patchTypes: readonly string[];
  /** Verbs, sorted by name. */
  readonly verbs: readonly string[];
  /** Properties of a subresource with a handler; undefined for any other subresource. */
  readonly connect: ConnectRoutes | undefined;
}
