import type { ListMeta, ObjectMeta, TypeMeta } from "@apimachinery/runtime";

export interface Queue {
  metadata: ObjectMeta;
  size: string;
}

export interface QueueList extends TypeMeta<"shop.example.com/v1", "QueueList"> {
  metadata: ListMeta;
  items: Queue[];
}

export interface Ticket extends TypeMeta<"shop.example.com/v1", "Ticket"> {
  title: string;
}

export interface TicketList extends TypeMeta<"shop.example.com/v1", "TicketList"> {
  metadata: ListMeta;
  items: Ticket[];
}
