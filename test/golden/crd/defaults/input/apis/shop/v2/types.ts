import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

/** +kubebuilder:object:root=true */
export interface Machine extends TypeMeta<"other.example.com/v2", "Machine"> {
  metadata: ObjectMeta;
  spec: MachineSpec;
}

export interface MachineSpec {
  name: string;
  /** +required */
  color: string;
}
