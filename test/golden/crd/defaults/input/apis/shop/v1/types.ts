import type { ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";

/** +kubebuilder:object:root=true */
export interface Machine extends TypeMeta<"shop.example.com/v1", "Machine"> {
  metadata: ObjectMeta;
  spec?: MachineSpec;
  status: MachineStatus;
}

export interface MachineSpec {
  required: string;
  optional?: string;
  /** +optional */
  markedOptional: string;
  /** +required */
  markedRequired?: string;
  /** +k8s:optional */
  declaredOptional: string;
  /** +kubebuilder:validation:Required */
  oldRequired?: string;
  /** +kubebuilder:validation:Optional */
  oldOptional: string;
  /** +default=3 */
  count: int32;
  /** +kubebuilder:default="Fast" */
  mode?: string;
  /** +default=ref(Ports) */
  ports: int32[];
  /** +default={"name": "a"} */
  part: Part;
  size?: Size;
  limits: Limits;
}

/** +kubebuilder:validation:XValidation:rule="self.speed.max <= self.power" */
export interface Limits {
  speed: Range;
  /** +default=100 */
  power: int32;
  note?: string;
}

/** +kubebuilder:validation:XValidation:rule="self.min <= self.max" */
export interface Range {
  /** +default=1 */
  min: int32;
  /** +default=9 */
  max?: int32;
}

export const Ports: int32[] = [80, 443];

export interface Part {
  name: string;
  /** +default=1 */
  weight: int32;
}

/** +default="Small" */
export type Size = "Small" | "Large";

export interface MachineStatus {
  ready: boolean;
}
