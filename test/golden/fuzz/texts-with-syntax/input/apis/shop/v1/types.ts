import type { Duration, ObjectMeta, Quantity, TypeMeta, bytes } from "@apimachinery/runtime";

export interface Order extends TypeMeta {
  metadata: ObjectMeta;
  /** +kubebuilder:validation:MaxLength=3 */
  wait?: Duration;
  pause?: Short;
  /** +kubebuilder:validation:MaxLength=4 */
  token?: bytes;
  /** +kubebuilder:validation:Pattern=`^[0-9]+$` */
  weight?: Quantity;
  /** +kubebuilder:validation:items:MaxLength=3 */
  waits?: Duration[];
}

/** +kubebuilder:validation:MaxLength=3 */
export type Short = Duration;
