/** @file Names of groups, versions, kinds and resources. */

/** API group and version. The core group is `""`; the version of a hub is `__internal`. */
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
