import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

/**
 * No minor release.
 *
 * +k8s:prerelease-lifecycle-gen:introduced=1
 */
export interface Boot extends TypeMeta<"shop.example.com/v1", "Boot"> {
  metadata: ObjectMeta;
}

/**
 * Stable: the deprecation does not follow.
 *
 * +k8s:prerelease-lifecycle-gen:introduced=1.30
 * +k8s:prerelease-lifecycle-gen:removed=1.40
 */
export interface Coat extends TypeMeta<"shop.example.com/v1", "Coat"> {
  metadata: ObjectMeta;
}

/**
 * No group.
 *
 * +k8s:prerelease-lifecycle-gen:deprecated=1.30
 * +k8s:prerelease-lifecycle-gen:replacement=v1,Cap
 */
export interface Hat extends TypeMeta<"shop.example.com/v1", "Hat"> {
  metadata: ObjectMeta;
}

/**
 * Replaced, and not deprecated.
 *
 * +k8s:prerelease-lifecycle-gen:replacement=shop.example.com,v1,Boot
 */
export interface Shoe extends TypeMeta<"shop.example.com/v1", "Shoe"> {
  metadata: ObjectMeta;
}
