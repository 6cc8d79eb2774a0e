import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

export interface Order extends TypeMeta<"shop.example.com/__internal", "Order"> {
  metadata: ObjectMeta;
  note?: string;
}
