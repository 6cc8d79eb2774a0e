import type { TypeMeta } from "@apimachinery/runtime";

export interface Order extends TypeMeta<"shop.example.com/v1", "Order"> {
  spec: OrderSpec;
}

export interface OrderList extends TypeMeta<"shop.example.com/v1", "OrderList"> {
  items: Order[];
}

export interface OrderSpec {
  /** +default="never" */
  note?: string;
}
