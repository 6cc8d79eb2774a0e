// apis/cafe/v1/machine-types.ts
import type { Condition, ListMeta, ObjectMeta, TypeMeta } from "@apimachinery/runtime";

/**
 * Machine is a coffee machine.
 *
 * +genclient:nonNamespaced
 * +kubebuilder:resource:categories=cafe
 * +kubebuilder:subresource:status
 * +kubebuilder:printcolumn:name="Model",type=string,JSONPath=".spec.model"
 * +kubebuilder:printcolumn:name="Ready",type=string,JSONPath=`.status.conditions[?(@.type=="Ready")].status`
 */
export interface Machine extends TypeMeta<"cafe.example.com/v1", "Machine"> {
  metadata: ObjectMeta;
  spec: MachineSpec;
  status: MachineStatus;
}

export interface MachineSpec {
  /**
   * The manufacturer or model. It cannot be changed later.
   *
   * +k8s:required
   * +k8s:immutable
   */
  model: string;
}

export interface MachineStatus {
  /**
   * Ready is True when the machine is warm.
   *
   * +listType=map
   * +listMapKey=type
   * +patchStrategy=merge
   * +patchMergeKey=type
   */
  conditions: Condition[];
}

/** Several machines. */
export interface MachineList extends TypeMeta<"cafe.example.com/v1", "MachineList"> {
  metadata: ListMeta;
  items: Machine[];
}
