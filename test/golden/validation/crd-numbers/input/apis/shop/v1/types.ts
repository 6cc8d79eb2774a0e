import type { float64, int32, TypeMeta } from "@apimachinery/runtime";

export interface Order extends TypeMeta {
  /** +kubebuilder:validation:Minimum=1
   *  +kubebuilder:validation:Maximum=10 */
  count: int32;
  /** +kubebuilder:validation:Minimum=0.5
   *  +kubebuilder:validation:ExclusiveMinimum=true
   *  +kubebuilder:validation:Maximum:=100
   *  +kubebuilder:validation:ExclusiveMaximum
   *  +kubebuilder:validation:MultipleOf=0.1 */
  price?: float64;
  /** +kubebuilder:validation:MultipleOf=6
   *  +optional */
  eggs: int32;
}
