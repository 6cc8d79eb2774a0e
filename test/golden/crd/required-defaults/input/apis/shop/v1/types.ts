import type { ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";

/**
 * The automatic default of an object contains the defaults of properties that its schema requires.
 *
 * +kubebuilder:object:root=true
 */
export interface Machine extends TypeMeta<"shop.example.com/v1", "Machine"> {
  metadata: ObjectMeta;
  spec: MachineSpec;
}

export interface MachineSpec {
  /** +required */
  limits: Limits;
}

export interface Limits {
  /**
   * +default=5
   * +required
   */
  speed: int32;
  /** +default=7 */
  power: int32;
}
