import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

export interface Order extends TypeMeta<"shop.example.com/v2", "Order"> {
  metadata: ObjectMeta;
  note?: string;
}
