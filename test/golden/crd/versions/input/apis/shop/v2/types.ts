import type { ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";

/** Fleet of the next release, which is not in the CustomResourceDefinition yet.
 *  +kubebuilder:object:root=true
 *  +kubebuilder:skipversion */
export interface Fleet extends TypeMeta<"shop.example.com/v2", "Fleet"> {
  metadata: ObjectMeta;
  spec: FleetSpec;
}

export interface FleetSpec {
  replicas: int32;
}
