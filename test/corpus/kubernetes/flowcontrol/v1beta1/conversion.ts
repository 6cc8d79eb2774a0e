import type { ConversionScope } from "@apimachinery/runtime";
import type * as flowcontrol from "../types.js";
import type * as v1beta1 from "./types.js";
import {
  autoConvert_flowcontrol_LimitedPriorityLevelConfiguration_To_v1beta1_LimitedPriorityLevelConfiguration,
  autoConvert_v1beta1_LimitedPriorityLevelConfiguration_To_flowcontrol_LimitedPriorityLevelConfiguration,
} from "./zz_generated.conversion.js";

export function Convert_v1beta1_LimitedPriorityLevelConfiguration_To_flowcontrol_LimitedPriorityLevelConfiguration(
  input: v1beta1.LimitedPriorityLevelConfiguration,
  scope: ConversionScope,
): flowcontrol.LimitedPriorityLevelConfiguration {
  return autoConvert_v1beta1_LimitedPriorityLevelConfiguration_To_flowcontrol_LimitedPriorityLevelConfiguration(
    input,
    scope,
    {
      nominalConcurrencyShares: input.assuredConcurrencyShares,
    },
  );
}

export function Convert_flowcontrol_LimitedPriorityLevelConfiguration_To_v1beta1_LimitedPriorityLevelConfiguration(
  input: flowcontrol.LimitedPriorityLevelConfiguration,
  scope: ConversionScope,
): v1beta1.LimitedPriorityLevelConfiguration {
  return autoConvert_flowcontrol_LimitedPriorityLevelConfiguration_To_v1beta1_LimitedPriorityLevelConfiguration(
    input,
    scope,
    {
      assuredConcurrencyShares: input.nominalConcurrencyShares,
    },
  );
}
