import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

/**
 * Deprecated after three releases, and removed after three more.
 *
 * +k8s:prerelease-lifecycle-gen:introduced=1.30
 */
export interface Coat extends TypeMeta<"shop.example.com/v1beta1", "Coat"> {
  metadata: ObjectMeta;
}

/**
 * Removed three releases after the deprecation.
 *
 * +k8s:prerelease-lifecycle-gen:introduced=1.30
 * +k8s:prerelease-lifecycle-gen:deprecated=1.31
 */
export interface Hat extends TypeMeta<"shop.example.com/v1beta1", "Hat"> {
  metadata: ObjectMeta;
}

/**
 * Removed in the release of the marker.
 *
 * +k8s:prerelease-lifecycle-gen:introduced=1.30
 * +k8s:prerelease-lifecycle-gen:removed=2.0
 * +k8s:prerelease-lifecycle-gen:replacement=shop.example.com,v1,Boot
 */
export interface Shoe extends TypeMeta<"shop.example.com/v1beta1", "Shoe"> {
  metadata: ObjectMeta;
}

/**
 * Without a lifecycle.
 *
 */
export interface Sock extends TypeMeta<"shop.example.com/v1beta1", "Sock"> {
  metadata: ObjectMeta;
}
