import type { ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";

/** A machine. Its description is longer than the configuration allows.
 *  +kubebuilder:object:root=true */
export interface Machine extends TypeMeta<"shop.example.com/v1", "Machine"> {
  metadata: ObjectMeta;
  spec: MachineSpec;
}

export interface MachineSpec {
  /** A number without the end of a sentence within the length */
  count: int32;
}
