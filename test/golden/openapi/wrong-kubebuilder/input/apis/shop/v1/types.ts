import type { ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";

/** +kubebuilder:validation:XValidation:message="a message alone" */
export interface Order extends TypeMeta<"shop.example.com/v1", "Order"> {
  metadata: ObjectMeta;
  /** +kubebuilder:validation:Minimum=one */
  min: int32;
  /** +kubebuilder:validation:Maximum="9" */
  max: int32;
  /** +kubebuilder:validation:MaxLength=1.5 */
  name: string;
  /** +kubebuilder:validation:Pattern */
  code: string;
  /** +kubebuilder:validation:Enum= */
  size: string;
  /** +kubebuilder:validation:ExclusiveMaximum=yes */
  top: int32;
  /** +kubebuilder:validation:items:MinLength=-1 */
  parts: string[];
  /** +kubebuilder:validation:XValidation:rule="self > 0",mesage="no" */
  count: int32;
  /** +kubebuilder:validation:XValidation:rule="self > 0 */
  open: int32;
  /** +kubebuilder:validation:XValidation:rule="self > 0",optionalOldSelf=yes */
  old: int32;
}
