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
  /** Names of classes that Go knows since version 1.25, and two groups of one name.
   *  +kubebuilder:validation:Pattern=`^(?<part>\p{Letter}+) (?<part>\p{greek}+)$` */
  title?: string;
}

/** +kubebuilder:validation:Pattern=`^#[0-9a-f]{6}$` */
export type Color = string;
