import type { ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";

export interface Ticket extends TypeMeta<"desk.example.com/__internal", "Ticket"> {
  metadata: ObjectMeta;
  /** +default="Normal" */
  priority: string;
  /** +default=3 */
  days: int32;
  /** +default=true */
  open?: boolean;
}
