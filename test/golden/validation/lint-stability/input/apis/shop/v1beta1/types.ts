import type { int32, ListMeta, ObjectMeta, TypeMeta } from "@apimachinery/runtime";

export interface Offer extends TypeMeta {
  metadata: ObjectMeta;
  /** +k8s:monotonic */
  alpha: int32;
  /** +k8s:forbidden */
  beta?: string;
}

export interface OfferList extends TypeMeta {
  metadata: ListMeta;
  items: Offer[];
}
