import type { int32, TypeMeta } from "@apimachinery/runtime";

export interface Order extends TypeMeta {
  /** +kubebuilder:validation:MinItems=1
   *  +kubebuilder:validation:MaxItems=3
   *  +kubebuilder:validation:UniqueItems=true */
  names: string[];
  /** +kubebuilder:validation:MinItems=2 */
  parts?: Part[];
  /** +kubebuilder:validation:items:MinItems=1 */
  rows: int32[][];
  tags?: Tags;
}

export interface Part {
  name: string;
}

/** +kubebuilder:validation:MinItems=1
 *  +kubebuilder:validation:items:MaxLength=8 */
export type Tags = string[];
