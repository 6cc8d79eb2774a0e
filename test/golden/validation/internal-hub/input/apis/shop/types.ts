import type { ListMeta, ObjectMeta, TypeMeta } from "@apimachinery/runtime";

export interface Order extends TypeMeta<"shop.example.com/__internal", "Order"> {
  metadata: ObjectMeta;
  spec: OrderSpec;
}

export interface OrderList extends TypeMeta<"shop.example.com/__internal", "OrderList"> {
  metadata: ListMeta;
  items: Order[];
}

export interface OrderSpec {
  size: "Small" | "Large";
}
