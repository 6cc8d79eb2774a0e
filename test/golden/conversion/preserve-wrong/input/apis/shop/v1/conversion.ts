import type { ConversionScope } from "@apimachinery/runtime";
import type * as shop from "../types.js";
import type * as v1 from "./types.js";
import { autoConvert_shop_Box_To_v1_Box } from "./zz_generated.conversion.js";

/** +k8s:conversion-fn:keeps=sizes */
export function Convert_shop_Box_To_v1_Box(input: shop.Box, scope: ConversionScope): v1.Box {
  return autoConvert_shop_Box_To_v1_Box(input, scope);
}
