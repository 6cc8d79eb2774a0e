import type { int32, TypeMeta } from "@apimachinery/runtime";

export interface Order extends TypeMeta {
  /** +kubebuilder:validation:Required */
  customer?: string;
  /** +kubebuilder:validation:Required */
  tags?: string[];
  /** +kubebuilder:validation:Optional
   *  +kubebuilder:validation:Minimum=1 */
  count: int32;
  /** As in a CRD, the marker of controller-gen decides.
   *  +optional
   *  +kubebuilder:validation:Required */
  note: string;
}
