import type { ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";

/** A machine. Its description is longer than the configuration allows.
 *  +kubebuilder:object:root=true
 *  +kubebuilder:storageversion */
export interface Machine extends TypeMeta<"shop.example.com/v2", "Machine"> {
  metadata: ObjectMeta;
  spec: MachineSpec;
}

export interface MachineSpec {
  /** A number without the end of a sentence within the length */
  counts: int32;
}
