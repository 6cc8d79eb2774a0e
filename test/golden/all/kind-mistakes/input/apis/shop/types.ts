import type { ListMeta, ObjectMeta, TypeMeta } from "@apimachinery/runtime";

/** Its interface in v1 does not extend TypeMeta. */
export interface Queue extends TypeMeta<"shop.example.com/__internal", "Queue"> {
  metadata: ObjectMeta;
  size: string;
}

export interface QueueList extends TypeMeta<"shop.example.com/__internal", "QueueList"> {
  metadata: ListMeta;
  items: Queue[];
}

/** It has no metadata in v1. */
export interface Ticket extends TypeMeta<"shop.example.com/__internal", "Ticket"> {
  metadata: ObjectMeta;
  title: string;
}

export interface TicketList extends TypeMeta<"shop.example.com/__internal", "TicketList"> {
  metadata: ListMeta;
  items: Ticket[];
}
