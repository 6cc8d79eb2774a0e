import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

export interface Cart extends TypeMeta<"shop.example.com/__internal", "Cart"> {
  metadata: ObjectMeta;
  spec: Spec;
}

/** Refused here: that v1.Shelf has no peer is not told. */
export interface Shelf extends TypeMeta<"shop.example.com/__internal", "Shelf"> {
  metadata: ObjectMeta;
  built: Date;
}

export interface Spec {
  mode: Mode;
  items: Item[];
}

export type Mode = "Fast" | "Slow";

export interface Item {
  name: string;
}
