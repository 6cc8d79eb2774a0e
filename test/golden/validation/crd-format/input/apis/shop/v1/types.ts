import type { int32, TypeMeta } from "@apimachinery/runtime";

export interface Order extends TypeMeta {
  /** +kubebuilder:validation:Format=email */
  mail: string;
  /** +kubebuilder:validation:Format=date-time */
  at?: string;
  /** +kubebuilder:validation:items:Format=ipv4 */
  hosts?: string[];
  /** +kubebuilder:validation:Format=int32 */
  count: int32;
  /** +kubebuilder:validation:Format=password */
  secret: string;
}
