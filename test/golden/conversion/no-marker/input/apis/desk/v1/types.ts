import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

export interface Ticket extends TypeMeta<"desk.example.com/v1", "Ticket"> {
  metadata: ObjectMeta;
}
