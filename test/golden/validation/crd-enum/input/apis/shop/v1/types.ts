import type { int32, TypeMeta } from "@apimachinery/runtime";

export interface Order extends TypeMeta {
  /** +kubebuilder:validation:Enum=small;"large";"" */
  size: string;
  /** +kubebuilder:validation:Enum=1;2;3 */
  count?: int32;
  /** +kubebuilder:validation:Enum=Slow;Fast */
  speed: "Slow" | "Fast" | "Turbo";
  color: Color;
}

/** +kubebuilder:validation:Enum=red;green */
export type Color = string;
