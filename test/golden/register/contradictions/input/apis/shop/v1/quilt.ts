import type { ListMeta, ObjectMeta, TypeMeta } from "@apimachinery/runtime";

/**
 * +kubebuilder:resource:shortName=q
 */
export interface Quilt extends TypeMeta<"shop.example.com/v1", "Quilt"> {
  metadata: ObjectMeta;
}

export interface QuiltList extends TypeMeta<"shop.example.com/v1", "QuiltList"> {
  metadata: ListMeta;
  items: Quilt[];
}
