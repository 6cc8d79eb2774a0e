import type { TypeMeta } from "@apimachinery/runtime";

export interface Order extends TypeMeta<"shop.example.com/v1", "Order"> {
  /** +default={"name": "x"} */
  part: Part;
}

export interface Part {
  /** +default="y" */
  name: string;
}
