import type { TypeMeta } from "@apimachinery/runtime";

export interface Common {
  /** +default="common" */
  name: string;
}

export interface Order extends TypeMeta<"shop.example.com/v1", "Order"> {
  spec: OrderSpec;
}

export interface OrderSpec extends Common {
  /** +default="own" */
  note: string;
}
