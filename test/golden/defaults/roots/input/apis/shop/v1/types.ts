import type { ListMeta, ObjectMeta } from "@apimachinery/runtime";

export interface Order {
  metadata: ObjectMeta;
  spec: Spec;
}

export interface OrderList {
  metadata: ListMeta;
  items: Order[];
}

/** +k8s:defaulter-gen=false */
export interface Scratch {
  metadata: ObjectMeta;
  spec: Spec;
}

/** +k8s:defaulter-gen=true */
export interface Wanted {
  spec: Spec;
}

export interface Unwanted {
  spec: Spec;
}

/** Without defaults, so that no function is generated. */
export interface Idle {
  metadata: ObjectMeta;
}

export interface Spec {
  /** +default="x" */
  note: string;
}
