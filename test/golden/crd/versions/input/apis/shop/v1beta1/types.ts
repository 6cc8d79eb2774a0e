import type { ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";

/** Fleet with a deprecation in the markers that the server reads.
 *  +kubebuilder:object:root=true
 *  +k8s:prerelease-lifecycle-gen:introduced=1.30
 *  +k8s:prerelease-lifecycle-gen:deprecated=1.32
 *  +k8s:prerelease-lifecycle-gen:removed=1.35
 *  +k8s:prerelease-lifecycle-gen:replacement=shop.example.com,v1,Fleet */
export interface Fleet extends TypeMeta<"shop.example.com/v1beta1", "Fleet"> {
  metadata: ObjectMeta;
  spec: FleetSpec;
}

export interface FleetSpec {
  replicas: int32;
}
