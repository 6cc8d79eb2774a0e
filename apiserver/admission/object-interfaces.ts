import type { GroupVersionKind, Scheme } from "@apimachinery/runtime";

/** A resource in one version of its group. */
export interface GroupVersionResource {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
}

/**
 * One of several resources through which clients can access the same stored objects, with its kind.
 */
export interface EquivalentResource {
  readonly resource: GroupVersionResource;
  readonly kind: GroupVersionKind;
}

/**
 * Functions with which plugins process the objects of a request (Go: admission.ObjectInterfaces).
 */
export interface ObjectInterfaces {
  /** Scheme for converting the objects of the request and setting their defaults. */
  readonly scheme: Scheme;
  /**
   * Returns all resources with the same stored objects and the same subresource as the request,
   * including the resource of the request.
   */
  readonly equivalents: () => readonly EquivalentResource[];
}
