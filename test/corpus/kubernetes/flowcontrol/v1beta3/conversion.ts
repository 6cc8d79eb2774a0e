import { withAnnotations, type ConversionScope } from "@apimachinery/runtime";
import type * as flowcontrol from "../types.js";
import { preserveZeroKey } from "./preserve-zero.js";
import type * as v1beta3 from "./types.js";
import {
  autoConvert_flowcontrol_PriorityLevelConfiguration_To_v1beta3_PriorityLevelConfiguration,
  autoConvert_v1beta3_PriorityLevelConfiguration_To_flowcontrol_PriorityLevelConfiguration,
} from "./zz_generated.conversion.js";

/**
 * Removes the annotation, which is for this version only.
 * +k8s:conversion-fn:loses=metadata
 */
export function Convert_v1beta3_PriorityLevelConfiguration_To_flowcontrol_PriorityLevelConfiguration(
  input: v1beta3.PriorityLevelConfiguration,
  scope: ConversionScope,
): flowcontrol.PriorityLevelConfiguration {
  const output = autoConvert_v1beta3_PriorityLevelConfiguration_To_flowcontrol_PriorityLevelConfiguration(input, scope);
  return { ...output, metadata: withAnnotations(output.metadata, { [preserveZeroKey]: undefined }) };
}

export function Convert_flowcontrol_PriorityLevelConfiguration_To_v1beta3_PriorityLevelConfiguration(
  input: flowcontrol.PriorityLevelConfiguration,
  scope: ConversionScope,
): v1beta3.PriorityLevelConfiguration {
  const output = autoConvert_flowcontrol_PriorityLevelConfiguration_To_v1beta3_PriorityLevelConfiguration(input, scope);
  if (input.spec.limited?.nominalConcurrencyShares !== 0) return output;
  return { ...output, metadata: withAnnotations(output.metadata, { [preserveZeroKey]: "" }) };
}
