import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

/**
 * Opted out.
 *
 * +k8s:prerelease-lifecycle-gen:introduced=1.27
 */
export interface Coat extends TypeMeta<"shop.example.com/v1alpha1", "Coat"> {
  metadata: ObjectMeta;
}
