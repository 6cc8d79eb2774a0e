import type { ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";

/** Fleet of the first days.
 *  +kubebuilder:object:root=true
 *  +kubebuilder:unservedversion
 *  +kubebuilder:deprecatedversion:warning="shop.example.com/v1alpha1 Fleet is deprecated; use v1" */
export interface Fleet extends TypeMeta<"shop.example.com/v1alpha1", "Fleet"> {
  metadata: ObjectMeta;
  spec: FleetSpec;
}

export interface FleetSpec {
  replicas: int32;
}
