import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

export interface Cart extends TypeMeta<"shop.example.com/__internal", "Cart"> {
  metadata: ObjectMeta;
  color: string;
  note: string;
}

export interface Shelf extends TypeMeta<"shop.example.com/__internal", "Shelf"> {
  metadata: ObjectMeta;
  note: string;
}
