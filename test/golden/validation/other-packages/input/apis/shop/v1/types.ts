import type { ListMeta, ObjectMeta, TypeMeta } from "@apimachinery/runtime";
import type { NoRules, Part } from "../../parts/v1/types.js";

/** Without a marker of the folder, its kinds are validated. */
export interface Order extends TypeMeta {
  metadata: ObjectMeta;
  part: Part;
  parts: Part[];
  noRules: NoRules;
}

export interface OrderList extends TypeMeta {
  metadata: ListMeta;
  items: Order[];
}
