import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

export interface Cart extends TypeMeta<"shop.example.com/__internal", "Cart"> {
  metadata: ObjectMeta;
}
