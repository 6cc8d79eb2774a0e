import type { ConversionScope } from "@apimachinery/runtime";
import type * as shop from "../types.js";
import type * as v1 from "./types.js";

/** A field can be left out, a member of a union can't.
 *  +k8s:conversion-fn=drop
 *  +k8s:conversion-fn:loses=note */
export function Convert_shop_Cash_To_v1_Cash(_input: shop.Cash, _scope: ConversionScope): v1.Cash {
  return { kind: "Cash" };
}
