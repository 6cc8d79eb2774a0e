import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

export interface Order extends TypeMeta<"shop.example.com/v2", "Order"> {
  metadata: ObjectMeta;
}

export interface Basket extends TypeMeta<"shop.example.com/v1", "Bascket"> {
  metadata: ObjectMeta;
}

export interface Cart extends TypeMeta<"store.example.com/v1", "Card"> {
  metadata: ObjectMeta;
}
