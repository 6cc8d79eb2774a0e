import type { TypeMeta } from "@apimachinery/runtime";

export interface Order extends TypeMeta {
  /** +kubebuilder:validation:MinProperties=1
   *  +kubebuilder:validation:MaxProperties=2 */
  labels: Record<string, string>;
  /** +kubebuilder:validation:MaxProperties=1 */
  source: Source;
}

/** +kubebuilder:validation:MinProperties=1 */
export interface Source {
  git?: string;
  image?: string;
}
