import type { ListMeta, ObjectMeta, TypeMeta } from "@apimachinery/runtime";

/**
 * Queue has another scope in v2, and its short name is that of Quilt.
 *
 * +genclient:nonNamespaced
 * +kubebuilder:resource:shortName=q
 */
export interface Queue extends TypeMeta<"shop.example.com/v1", "Queue"> {
  metadata: ObjectMeta;
}

export interface QueueList extends TypeMeta<"shop.example.com/v1", "QueueList"> {
  metadata: ListMeta;
  items: Queue[];
}
