import type { GroupVersionKind, Scheme } from "@apimachinery/runtime";

/** A resource in one version of its group. */
export interface GroupVersionResource {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
}

/** A resource through which the same objects can be written. */
export interface EquivalentResource {
  readonly resource: GroupVersionResource;
  readonly kind: GroupVersionKind;
}

/** Functions for the objects of a request (Go: admission.ObjectInterfaces). */
export interface ObjectInterfaces {
  /** Converts the objects of the request, and sets their defaults. */
  readonly scheme: Scheme;
  /**
   * Returns all resources with the same stored objects as the resource of the request, with the
   * same subresource. Includes the resource of the request.
   */
  readonly equivalents: () => readonly EquivalentResource[];
}
