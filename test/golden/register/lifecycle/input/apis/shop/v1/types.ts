import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

/**
 * A stable version is not deprecated by default.
 *
 * +k8s:prerelease-lifecycle-gen:introduced=1.33
 */
export interface Boot extends TypeMeta<"shop.example.com/v1", "Boot"> {
  metadata: ObjectMeta;
}

/**
 * A stable version is removed only by a marker.
 *
 * +k8s:prerelease-lifecycle-gen:introduced=1.33
 * +k8s:prerelease-lifecycle-gen:deprecated=1.40
 * +k8s:prerelease-lifecycle-gen:replacement=,v1,Jacket
 */
export interface Coat extends TypeMeta<"shop.example.com/v1", "Coat"> {
  metadata: ObjectMeta;
}
