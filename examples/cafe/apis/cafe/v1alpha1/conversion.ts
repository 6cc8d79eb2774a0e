// apis/cafe/v1alpha1/conversion.ts
import type { ConversionScope } from "@apimachinery/runtime";
import type * as cafe from "../types.js";
import type * as v1alpha1 from "./types.js";
import {
  autoConvert_cafe_CoffeeSpec_To_v1alpha1_CoffeeSpec,
  autoConvert_v1alpha1_CoffeeSpec_To_cafe_CoffeeSpec,
} from "./zz_generated.conversion.js";

export function Convert_v1alpha1_CoffeeSpec_To_cafe_CoffeeSpec(
  input: v1alpha1.CoffeeSpec,
  scope: ConversionScope,
): cafe.CoffeeSpec {
  const beans = input.beans === "" ? [] : [input.beans];
  return autoConvert_v1alpha1_CoffeeSpec_To_cafe_CoffeeSpec(input, scope, { beans, cups: 1, machine: undefined });
}

export function Convert_cafe_CoffeeSpec_To_v1alpha1_CoffeeSpec(
  input: cafe.CoffeeSpec,
  scope: ConversionScope,
): v1alpha1.CoffeeSpec {
  return autoConvert_cafe_CoffeeSpec_To_v1alpha1_CoffeeSpec(input, scope, { beans: input.beans[0] ?? "" });
}
