import type { ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";

/** +kubebuilder:object:root=true */
export interface Machine extends TypeMeta<"shop.example.com/v1", "Machine"> {
  metadata: ObjectMeta;
  spec: MachineSpec;
}

export interface MachineSpec {
  port?: int32;
}
