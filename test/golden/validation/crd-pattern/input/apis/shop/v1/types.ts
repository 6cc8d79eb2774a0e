import type { TypeMeta } from "@apimachinery/runtime";

export interface Order extends TypeMeta {
  /** +kubebuilder:validation:MaxLength=20
   *  +kubebuilder:validation:Pattern=`^[A-Z]{3}-\d+$` */
  code: string;
  /** +kubebuilder:validation:Pattern="^(?i)[a-z\"]+$" */
  note?: string;
  /** +kubebuilder:validation:items:Pattern=^[^;]*$ */
  lines: string[];
  color: Color;
}

/** +kubebuilder:validation:Pattern=`^#[0-9a-f]{6}$` */
export type Color = string;
