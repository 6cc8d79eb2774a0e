import type { ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";

/** +kubebuilder:object:root=true
 *  +kubebuilder:storageversion */
export interface Machine extends TypeMeta<"shop.example.com/v1", "Machine"> {
  metadata: ObjectMeta;
  count: int32;
}

/** The description of this version differs, which is not a difference of the objects.
 *  +kubebuilder:object:root=true
 *  +kubebuilder:storageversion */
export interface Same extends TypeMeta<"shop.example.com/v1", "Same"> {
  metadata: ObjectMeta;
  count: int32;
}
