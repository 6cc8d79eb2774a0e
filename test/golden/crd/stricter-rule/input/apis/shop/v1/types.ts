import type { ListMeta, ObjectMeta, TypeMeta } from "@apimachinery/runtime";

/** +kubebuilder:object:root=true */
export interface Machine extends TypeMeta<"shop.example.com/v1", "Machine"> {
  metadata: ObjectMeta;
  spec: MachineSpec;
}

export interface MachineList extends TypeMeta<"shop.example.com/v1", "MachineList"> {
  metadata: ListMeta;
  items: Machine[];
}

export interface MachineSpec {
  /** +k8s:immutable */
  always: string;
  /** +k8s:immutable */
  name?: string;
  /** +k8s:update=NoUnset,NoModify */
  once?: string;
  /**
   * +k8s:immutable
   * +k8s:maxItems=4
   * +k8s:eachVal=+k8s:maxLength=9
   */
  names?: string[];
  /** +k8s:immutable */
  new?: string;
}
