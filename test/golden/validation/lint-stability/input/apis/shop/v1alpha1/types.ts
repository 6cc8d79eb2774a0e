import type { int32, ListMeta, ObjectMeta, TypeMeta } from "@apimachinery/runtime";

export interface Draft extends TypeMeta {
  metadata: ObjectMeta;
  /** +k8s:monotonic */
  alpha: int32;
}

export interface DraftList extends TypeMeta {
  metadata: ListMeta;
  items: Draft[];
}
