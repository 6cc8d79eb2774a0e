import type { ConversionScope } from "@apimachinery/runtime";
import type * as shop from "../types.js";
import type * as v1 from "./types.js";

export function Convert_shop_Item_To_v1_Item(input: shop.Item, _scope: ConversionScope): v1.Item {
  return { name: input.name };
}
