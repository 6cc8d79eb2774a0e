import type { ListMeta, ObjectMeta, TypeMeta } from "@apimachinery/runtime";

/**
 * A kind of a resource without a list.
 *
 * +genclient
 */
export interface Ticket extends TypeMeta<"shop.example.com/v1", "Ticket"> {
  metadata: ObjectMeta;
}

/**
 * Clients create it and read the answer.
 *
 * +genclient
 * +genclient:onlyVerbs=create
 */
export interface TicketReview extends TypeMeta<"shop.example.com/v1", "TicketReview"> {
  metadata: ObjectMeta;
}

/** A subresource has no markers of a resource. */
export interface Scale extends TypeMeta<"shop.example.com/v1", "Scale"> {
  metadata: ObjectMeta;
}

/** The hub has no list of it. */
export interface Queue extends TypeMeta<"shop.example.com/v1", "Queue"> {
  metadata: ObjectMeta;
}

export interface QueueList extends TypeMeta<"shop.example.com/v1", "QueueList"> {
  metadata: ListMeta;
  items: Queue[];
}
