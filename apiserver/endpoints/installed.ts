import type { GroupVersionKind, TypeSchema } from "@apimachinery/runtime";
import type { APIHandler } from "../request/api-request.js";
import type { Store } from "../registry/store.js";
import type { TableConvertor } from "../registry/table-convertor.js";

/** A resource as one version of a group serves it. Versions of one resource share their store. */
export interface ResourceInfo {
  readonly store: Store;
  readonly singularName: string;
  readonly shortNames?: readonly string[] | undefined;
  readonly categories?: readonly string[] | undefined;
  /** How it is shown in tables: by the kind's columns where absent, or name and age. */
  readonly table?: TableConvertor | undefined;
}

/** A group-version with all that its requests need. */
export interface InstalledVersion {
  readonly group: string;
  readonly version: string;
  readonly handler: APIHandler;
  readonly resources: ReadonlyMap<string, InstalledResource>;
}

/** A resource with all that its kind's markers say of it: what discovery and OpenAPI tell. */
export interface InstalledResource extends ResourceInfo {
  /** Sorted by name. */
  readonly subresources: readonly InstalledSubresource[];
}

export interface InstalledSubresource {
  /** As paths have it: `status`. */
  readonly name: string;
  /** The path's version of the resource's kind, or a kind of another group. */
  readonly kind: GroupVersionKind;
  readonly schema: TypeSchema;
  /** The media types of patches that are taken. */
  readonly patchTypes: readonly string[];
}
