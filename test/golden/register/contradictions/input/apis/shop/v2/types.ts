import type { ListMeta, ObjectMeta, TypeMeta } from "@apimachinery/runtime";

/**
 * +kubebuilder:resource:shortName=q
 */
export interface Queue extends TypeMeta<"shop.example.com/v2", "Queue"> {
  metadata: ObjectMeta;
}

export interface QueueList extends TypeMeta<"shop.example.com/v2", "QueueList"> {
  metadata: ListMeta;
  items: Queue[];
}
