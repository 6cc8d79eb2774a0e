import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

export interface Ticket extends TypeMeta<"desk.example.com/v2", "Ticket"> {
  metadata: ObjectMeta;
}
