import type { ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";

export interface Ticket extends TypeMeta<"desk.example.com/v1alpha1", "Ticket"> {
  metadata: ObjectMeta;
  priority: string;
  days: int32;
  open?: boolean;
}
