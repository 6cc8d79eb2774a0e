/** @file What names a group, its versions, and the kinds and resources in them. */

/** An API group and a version of it. The core group is `""`; a hub's version is `__internal`. */
export interface GroupVersion {
  group: string;
  version: string;
}
export interface GroupVersionKind extends GroupVersion {
  kind: string;
}
export interface GroupVersionResource extends GroupVersion {
  resource: string;
}
export interface GroupKind {
  group: string;
  kind: string;
}
export interface GroupResource {
  group: string;
  resource: string;
}
