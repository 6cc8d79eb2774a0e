import type { ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";

/** +kubebuilder:object:root=true */
export interface Fleet extends TypeMeta<"shop.example.com/__internal", "Fleet"> {
  metadata: ObjectMeta;
  spec: FleetSpec;
}

export interface FleetSpec {
  replicas: int32;
}
