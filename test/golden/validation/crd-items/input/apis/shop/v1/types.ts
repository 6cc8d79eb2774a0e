import type { int32, TypeMeta } from "@apimachinery/runtime";

export interface Order extends TypeMeta {
  /** +listType=set
   *  +kubebuilder:validation:items:MinLength=1
   *  +kubebuilder:validation:items:MaxLength=8
   *  +kubebuilder:validation:items:Enum=small;large */
  sizes: string[];
  /** +kubebuilder:validation:items:Minimum=1 */
  counts?: int32[];
}
