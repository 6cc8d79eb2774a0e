import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

/**
 * A stable version has no defaults.
 *
 * +k8s:prerelease-lifecycle-gen:introduced=1.30
 */
export interface Boot extends TypeMeta<"shop.example.com/v1", "Boot"> {
  metadata: ObjectMeta;
}
