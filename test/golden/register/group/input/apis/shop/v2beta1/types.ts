import type { ListMeta, ObjectMeta, TypeMeta } from "@apimachinery/runtime";

export interface Order extends TypeMeta<"shop.example.com/v2beta1", "Order"> {
  metadata: ObjectMeta;
  note?: string;
}

export interface OrderList extends TypeMeta<"shop.example.com/v2beta1", "OrderList"> {
  metadata: ListMeta;
  items: Order[];
}

export interface Part {
  name: string;
}
