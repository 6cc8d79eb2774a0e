import type { ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";

export interface Order extends TypeMeta<"shop.example.com/v1", "Order"> {
  metadata: ObjectMeta;
  /** +default="a" */
  note: string;
  /** +default=1 */
  pieces: int32;
}
