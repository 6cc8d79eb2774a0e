import type { ConversionScope } from "@apimachinery/runtime";
import type * as shop from "../types.js";
import type * as v1 from "./types.js";
import { autoConvert_shop_Item_To_v1_Item } from "./zz_generated.conversion.js";

const [min, max] = [-(2 ** 31), 2 ** 31 - 1];

export function Convert_shop_Item_To_v1_Item(input: shop.Item, scope: ConversionScope): v1.Item {
  return autoConvert_shop_Item_To_v1_Item(input, scope, { count: Math.min(Math.max(input.count, min), max) });
}
