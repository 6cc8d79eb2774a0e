import type { ConversionScope } from "@apimachinery/runtime";
import type * as shop from "../types.js";
import type * as v1 from "./types.js";
import { autoConvert_shop_Item_To_v1_Item, autoConvert_shop_Payment_To_v1_Payment, autoConvert_v1_Item_To_shop_Item } from "./zz_generated.conversion.js";

/**
 * +k8s:conversion-fn:keeps=owner
 * +k8s:conversion-fn:loses=code
 */
export function Convert_shop_Item_To_v1_Item(input: shop.Item, scope: ConversionScope): v1.Item {
  const { name, note, owner, count, code } = input;
  const item = autoConvert_shop_Item_To_v1_Item(input, scope, { count: count | 0, code: String(code % 100) });
  return { ...item, name: JSON.stringify({ name, note, owner, count }) };
}

export function Convert_v1_Item_To_shop_Item(input: v1.Item, scope: ConversionScope): shop.Item {
  const item = autoConvert_v1_Item_To_shop_Item(input, scope, { code: Number(input.code), note: undefined, owner: undefined });
  return { ...item, ...(JSON.parse(input.name) as { name: string; count: number }) };
}

/** A card with this number means cash. */
export function Convert_shop_Payment_To_v1_Payment(input: shop.Payment, scope: ConversionScope): v1.Payment {
  return autoConvert_shop_Payment_To_v1_Payment(input.kind === "Cash" ? { kind: "Card", number: "cash" } : input, scope);
}

export function Convert_v1_Payment_To_shop_Payment(input: v1.Payment, _scope: ConversionScope): shop.Payment {
  return input.kind === "Card" && input.number === "cash" ? { kind: "Cash" } : input;
}

/** +k8s:conversion-fn:loses=color */
export function Convert_shop_Colored_To_v1_Plain(_input: shop.Colored, _scope: ConversionScope): v1.Plain {
  return {};
}

export function Convert_v1_Plain_To_shop_Colored(input: v1.Plain, _scope: ConversionScope): shop.Colored {
  return { color: input.shade ?? "" };
}
