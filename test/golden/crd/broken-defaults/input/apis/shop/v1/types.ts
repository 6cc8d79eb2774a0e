import type { ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";

/** +kubebuilder:object:root=true */
export interface Machine extends TypeMeta<"shop.example.com/v1", "Machine"> {
  metadata: ObjectMeta;
  spec: MachineSpec;
}

export interface MachineSpec {
  /**
   * +default=5
   * +kubebuilder:validation:XValidation:rule="self % 2 == 0"
   */
  even?: int32;
  /** +default={"size": 0} */
  door?: Door;
  /** +default=[{"size": 1}] */
  doors?: Door[];
  /** +default=[] */
  none?: Door[];
  /**
   * +default="a"
   * +k8s:immutable
   */
  fixed?: string;
}

/** +kubebuilder:validation:XValidation:rule="self.size > 0",message="must not be empty" */
export interface Door {
  size?: int32;
}
