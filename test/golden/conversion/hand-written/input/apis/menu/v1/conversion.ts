import type { ConversionScope } from "@apimachinery/runtime";
import type * as menu from "../types.js";
import type * as v1 from "./types.js";
import { autoConvert_menu_Plate_To_v1_Plate, autoConvert_menu_Dish_To_v1_Dish } from "./zz_generated.conversion.js";

export function Convert_v1_Cost_To_menu_Cost(input: v1.Cost, _scope: ConversionScope): menu.Cost {
  return Number(input);
}
export function Convert_menu_Cost_To_v1_Cost(input: menu.Cost, _scope: ConversionScope): v1.Cost {
  return String(input);
}

export function Convert_v1_Dish_To_menu_Dish(input: v1.Dish, _scope: ConversionScope): menu.Dish {
  return { title: input.name };
}
export function Convert_menu_Dish_To_v1_Dish(input: menu.Dish, scope: ConversionScope): v1.Dish {
  return autoConvert_menu_Dish_To_v1_Dish(input, scope, { name: input.title });
}

export function Convert_menu_Plate_To_v1_Plate(input: menu.Plate, scope: ConversionScope): v1.Plate {
  const out = autoConvert_menu_Plate_To_v1_Plate(input, scope);
  out.size = out.size.toLowerCase();
  return out;
}

/** +k8s:conversion-fn=copy-only */
export function Convert_v1_Amounts_To_menu_Amounts(input: v1.Amounts, _scope: ConversionScope): menu.Amounts {
  return { ...input };
}

/** +k8s:conversion-fn=drop */
export function Convert_v1_Dropped_To_menu_Dropped(input: v1.Dropped, _scope: ConversionScope): menu.Dropped {
  return input;
}

export function Convert_v1_VolumeSource_To_menu_VolumeSource(input: v1.VolumeSource, _scope: ConversionScope): menu.VolumeSource {
  return { ...input };
}
