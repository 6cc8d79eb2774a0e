import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

/** +k8s:conversion-gen:preserve=annotation */
export interface Cart extends TypeMeta<"shop.example.com/__internal", "Cart"> {
  metadata: ObjectMeta;
  spec: Spec;
}

export interface Shelf extends TypeMeta<"shop.example.com/__internal", "Shelf"> {
  metadata: ObjectMeta;
  spec: Spec;
}

export interface Box extends TypeMeta<"shop.example.com/__internal", "Box"> {
  metadata: ObjectMeta;
  size: number;
}

export interface Spec {
  /** Kept for carts, but not for shelves. */
  color: string;
}
