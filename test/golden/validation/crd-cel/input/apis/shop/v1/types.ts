import type { int32, TypeMeta } from "@apimachinery/runtime";

export interface Order extends TypeMeta {
  /** +kubebuilder:validation:XValidation:rule="self > 1",message="too small" */
  count: int32;
  /** +kubebuilder:validation:items:XValidation:rule="self > 1" */
  sizes?: int32[];
}
