import type { IntOrString, Quantity, TypeMeta } from "@apimachinery/runtime";

export interface Order extends TypeMeta {
  /** +kubebuilder:validation:MinLength=1
   *  +kubebuilder:validation:MaxLength=63 */
  customer: string;
  /** +kubebuilder:validation:MaxLength=5 */
  port?: IntOrString;
  /** +kubebuilder:validation:MaxLength=9 */
  memory: Quantity;
}
