import type { TypeMeta } from "@apimachinery/runtime";

/** +k8s:defaulter-gen=TypeMeta */
export interface Order extends TypeMeta<"shop.example.com/v1", "Order"> {
  note: string;
}
