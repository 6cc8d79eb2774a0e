import type { TypeMeta } from "@apimachinery/runtime";

import type { Part } from "../../common/types.js";

export interface Order extends TypeMeta<"shop.example.com/v1", "Order"> {
  part: Part;
}
