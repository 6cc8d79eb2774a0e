/** An API group and a version of it. The core group is `""`; a hub's version is `__internal`. */
export interface GroupVersion {
  readonly group: string;
  readonly version: string;
}
export interface GroupVersionKind extends GroupVersion {
  readonly kind: string;
}
export interface GroupVersionResource extends GroupVersion {
  readonly resource: string;
}
export interface GroupKind {
  readonly group: string;
  readonly kind: string;
}
export interface GroupResource {
  readonly group: string;
  readonly resource: string;
}
