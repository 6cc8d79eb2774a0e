import type { ListMeta, ObjectMeta, TypeMeta } from "@apimachinery/runtime";

export interface Ticket extends TypeMeta<"shop.example.com/v1", "Ticket"> {
  metadata: ObjectMeta;
}

export interface Queue extends TypeMeta<"shop.example.com/v1", "Queue"> {
  metadata: ObjectMeta;
}

export interface QueueList extends TypeMeta<"shop.example.com/v1", "QueueList"> {
  metadata: ListMeta;
  items: Queue[];
}
