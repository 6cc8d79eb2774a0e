import type { Condition, LabelSelector, ListMeta, ObjectMeta, StatusReason, TypeMeta } from "@apimachinery/runtime";

export interface Order extends TypeMeta<"shop.example.com/v1", "Order"> {
  metadata: ObjectMeta;
  selector?: LabelSelector;
  conditions: Condition[];
  /** A string in the runtime, which has no copy function for it. */
  reason?: StatusReason;
}

export interface OrderList extends TypeMeta<"shop.example.com/v1", "OrderList"> {
  metadata: ListMeta;
  items: Order[];
}
