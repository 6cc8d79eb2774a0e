import type { int32, TypeMeta } from "@apimachinery/runtime";

export interface Order extends TypeMeta {
  /** +kubebuilder:validation:Minimum=1
   *  +k8s:maximum=9 */
  count: int32;
  /** +optional
   *  +kubebuilder:validation:MinLength=1 */
  note: string;
  /** +kubebuilder:validation:Required */
  customer?: string;
}
