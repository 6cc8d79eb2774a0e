import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

export interface Ticket extends TypeMeta<"desk.example.com/__internal", "Ticket"> {
  metadata: ObjectMeta;
}
