import type { ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";

/** +kubebuilder:object:root=true */
export interface Machine extends TypeMeta<"shop.example.com/v2", "Machine"> {
  metadata: ObjectMeta;
  counts: int32[];
}

/** +kubebuilder:object:root=true */
export interface Same extends TypeMeta<"shop.example.com/v2", "Same"> {
  metadata: ObjectMeta;
  count: int32;
}
