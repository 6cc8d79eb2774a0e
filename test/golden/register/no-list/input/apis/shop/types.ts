import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

export interface Ticket extends TypeMeta<"shop.example.com/__internal", "Ticket"> {
  metadata: ObjectMeta;
}

export interface TicketReview extends TypeMeta<"shop.example.com/__internal", "TicketReview"> {
  metadata: ObjectMeta;
}

export interface Scale extends TypeMeta<"shop.example.com/__internal", "Scale"> {
  metadata: ObjectMeta;
}

export interface Queue extends TypeMeta<"shop.example.com/__internal", "Queue"> {
  metadata: ObjectMeta;
}
