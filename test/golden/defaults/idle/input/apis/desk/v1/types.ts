import type { ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";

export interface Ticket extends TypeMeta<"desk.example.com/v1", "Ticket"> {
  metadata: ObjectMeta;
  priority: string;
  /** A copy of the hub's marker. +default=3 is in both.
   * +default=3 */
  days: int32;
  open?: boolean;
}
