import type { int32, TypeMeta } from "@apimachinery/runtime";

export interface Order extends TypeMeta {
  /** +kubebuilder:validation:Required */
  customer?: string;
  /** +kubebuilder:validation:Required */
  tags?: string[];
  /** +kubebuilder:validation:Optional
   *  +kubebuilder:validation:Minimum=1 */
  count: int32;
  /** As in Kubernetes, +optional decides.
   *  +optional
   *  +kubebuilder:validation:Required */
  note: string;
}
