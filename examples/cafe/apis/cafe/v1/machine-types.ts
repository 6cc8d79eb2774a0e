// apis/cafe/v1/machine-types.ts
import type { Condition, ListMeta, ObjectMeta, TypeMeta } from "@apimachinery/runtime";

/**
 * Machine is what makes coffee.
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
  /** Whose it is. It stays what it is: who has another adds another Machine. */
  model: string;
}

export interface MachineStatus {
  /**
   * Ready is True when it is warm.
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
