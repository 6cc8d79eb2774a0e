import type { ListMeta, ObjectMeta, TypeMeta } from "@apimachinery/runtime";

export interface Order extends TypeMeta<"shop.example.com/v1", "Order"> {
  metadata: ObjectMeta;
  spec: OrderSpec;
}

export interface OrderList extends TypeMeta<"shop.example.com/v1", "OrderList"> {
  metadata: ListMeta;
  items: Order[];
}

export interface OrderSpec {
  size: "Small" | "Large";
}
