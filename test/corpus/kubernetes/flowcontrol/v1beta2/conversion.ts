import type { ConversionScope } from "@apimachinery/runtime";
import type * as flowcontrol from "../types.js";
import type * as v1beta2 from "./types.js";
import {
  autoConvert_flowcontrol_LimitedPriorityLevelConfiguration_To_v1beta2_LimitedPriorityLevelConfiguration,
  autoConvert_v1beta2_LimitedPriorityLevelConfiguration_To_flowcontrol_LimitedPriorityLevelConfiguration,
} from "./zz_generated.conversion.js";

export function Convert_v1beta2_LimitedPriorityLevelConfiguration_To_flowcontrol_LimitedPriorityLevelConfiguration(
  input: v1beta2.LimitedPriorityLevelConfiguration,
  scope: ConversionScope,
): flowcontrol.LimitedPriorityLevelConfiguration {
  return autoConvert_v1beta2_LimitedPriorityLevelConfiguration_To_flowcontrol_LimitedPriorityLevelConfiguration(
    input,
    scope,
    {
      nominalConcurrencyShares: input.assuredConcurrencyShares,
    },
  );
}

export function Convert_flowcontrol_LimitedPriorityLevelConfiguration_To_v1beta2_LimitedPriorityLevelConfiguration(
  input: flowcontrol.LimitedPriorityLevelConfiguration,
  scope: ConversionScope,
): v1beta2.LimitedPriorityLevelConfiguration {
  return autoConvert_flowcontrol_LimitedPriorityLevelConfiguration_To_v1beta2_LimitedPriorityLevelConfiguration(
    input,
    scope,
    {
      assuredConcurrencyShares: input.nominalConcurrencyShares,
    },
  );
}
