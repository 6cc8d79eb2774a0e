import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

/**
 * Only the hub has columns and short names. A version has the status, too.
 *
 * +kubebuilder:printcolumn:name="State",type=string,JSONPath=".status.state"
 * +kubebuilder:resource:shortName=tk
 * +kubebuilder:subresource:status
 */
export interface Ticket extends TypeMeta<"desk.example.com/__internal", "Ticket"> {
  metadata: ObjectMeta;
  status: TicketStatus;
}

/** +kubebuilder:resource:scope=Cluster */
export interface Note extends TypeMeta<"desk.example.com/__internal", "Note"> {
  metadata: ObjectMeta;
}

export interface TicketStatus {
  state: string;
}
