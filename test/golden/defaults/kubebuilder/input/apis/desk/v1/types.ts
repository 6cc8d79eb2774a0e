import type { ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";

export interface Ticket extends TypeMeta<"desk.example.com/v1", "Ticket"> {
  metadata: ObjectMeta;
  /** +kubebuilder:default="Normal" */
  priority: string;
  /** +kubebuilder:default=5 */
  count: int32;
  /**
   * +default=1
   * +kubebuilder:default=2
   */
  urgency?: int32;
}
