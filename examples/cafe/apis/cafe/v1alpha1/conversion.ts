// apis/cafe/v1alpha1/conversion.ts
import type { ConversionScope } from "@apimachinery/runtime";
import type * as v1 from "../v1/types.js";
import type * as v1alpha1 from "./types.js";
import {
  autoConvert_v1_CoffeeSpec_To_v1alpha1_CoffeeSpec,
  autoConvert_v1alpha1_CoffeeSpec_To_v1_CoffeeSpec,
} from "./zz_generated.conversion.js";

export function Convert_v1alpha1_CoffeeSpec_To_v1_CoffeeSpec(
  input: v1alpha1.CoffeeSpec,
  scope: ConversionScope,
): v1.CoffeeSpec {
  const beans = input.beans === "" ? [] : [input.beans];
  return autoConvert_v1alpha1_CoffeeSpec_To_v1_CoffeeSpec(input, scope, { beans, cups: 1, machine: undefined });
}

export function Convert_v1_CoffeeSpec_To_v1alpha1_CoffeeSpec(
  input: v1.CoffeeSpec,
  scope: ConversionScope,
): v1alpha1.CoffeeSpec {
  return autoConvert_v1_CoffeeSpec_To_v1alpha1_CoffeeSpec(input, scope, { beans: input.beans[0] ?? "" });
}
