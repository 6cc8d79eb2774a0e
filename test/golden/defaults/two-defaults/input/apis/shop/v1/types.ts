import type { TypeMeta } from "@apimachinery/runtime";

export interface Order extends TypeMeta<"shop.example.com/v1", "Order"> {
  /**
   * +default="a"
   * +default="b"
   */
  note?: string;
}
