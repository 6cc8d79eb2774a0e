import type { ConversionScope } from "@apimachinery/runtime";
import type * as shop from "../types.js";
import type * as v1 from "./types.js";
import { autoConvert_shop_Ware_To_v1_Ware, autoConvert_v1_Ware_To_shop_Ware } from "./zz_generated.conversion.js";

export function Convert_v1_Ware_To_shop_Ware(input: v1.Ware, scope: ConversionScope): shop.Ware {
  const [title = "", note] = input.text.split("|");
  return autoConvert_v1_Ware_To_shop_Ware(input, scope, {
    title,
    count: 0,
    sold: false,
    speed: undefined,
    weight: "0",
    tags: [],
    labels: {},
    size: { width: 0 },
    note,
  });
}

export function Convert_shop_Ware_To_v1_Ware(input: shop.Ware, scope: ConversionScope): v1.Ware {
  const { title = "", count = 0, sold = false, speed = "Slow", weight = "0", tags = [], labels = {}, size, note = "" } = input;
  const text = [title, note, String(count), String(sold), speed, weight, ...tags, ...Object.keys(labels), String(size?.width ?? 0)].join("|");
  return autoConvert_shop_Ware_To_v1_Ware(input, scope, { text });
}
