import type { Order, OrderSpec } from "./types.js";

export function SetObjectDefaults_Order(obj: Order): void {
  SetDefaults_OrderSpec(obj.spec);
}

// Only another hand-written function calls it.
export function SetDefaults_OrderSpec(obj: OrderSpec): void {
  obj.note ??= "person";
}
