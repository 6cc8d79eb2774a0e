import type { ConversionScope } from "@apimachinery/runtime";
import type * as admissionregistration from "../types.js";
import type * as v1 from "./types.js";
import {
  autoConvert_admissionregistration_RuleWithOperations_To_v1_RuleWithOperations,
  autoConvert_v1_RuleWithOperations_To_admissionregistration_RuleWithOperations,
} from "./zz_generated.conversion.js";

export function Convert_admissionregistration_RuleWithOperations_To_v1_RuleWithOperations(
  input: admissionregistration.RuleWithOperations,
  scope: ConversionScope,
): v1.RuleWithOperations {
  return autoConvert_admissionregistration_RuleWithOperations_To_v1_RuleWithOperations(input, scope);
}

export function Convert_v1_RuleWithOperations_To_admissionregistration_RuleWithOperations(
  input: v1.RuleWithOperations,
  scope: ConversionScope,
): admissionregistration.RuleWithOperations {
  return autoConvert_v1_RuleWithOperations_To_admissionregistration_RuleWithOperations(input, scope);
}
