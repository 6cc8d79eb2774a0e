import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

/** The status is written by its own subresource.
 * +kubebuilder:subresource:status */
export interface Ticket extends TypeMeta<"desk.example.com/v1", "Ticket"> {
  metadata: ObjectMeta;
  status: TicketStatus;
}

export interface TicketStatus {
  state: string;
}
