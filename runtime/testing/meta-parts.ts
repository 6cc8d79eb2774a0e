import {
  ConditionSchema,
  ConditionStatusSchema,
  FieldSelectorOperatorSchema,
  FieldSelectorRequirementSchema,
  GroupVersionKindSchema,
  GroupVersionResourceSchema,
  LabelSelectorSchema,
  LabelSelectorOperatorSchema,
  LabelSelectorRequirementSchema,
  StatusReasonSchema,
} from "../meta/v1/zz_generated.schema.js";
import { fuzzer } from "./fuzzer.js";

/** @file Arbitraries for the meta/v1 types that specs and statuses use. */

export const Fuzz_Condition = fuzzer(ConditionSchema);
export const Fuzz_ConditionStatus = fuzzer(ConditionStatusSchema);
export const Fuzz_FieldSelectorOperator = fuzzer(FieldSelectorOperatorSchema);
export const Fuzz_FieldSelectorRequirement = fuzzer(FieldSelectorRequirementSchema);
export const Fuzz_GroupVersionKind = fuzzer(GroupVersionKindSchema);
export const Fuzz_GroupVersionResource = fuzzer(GroupVersionResourceSchema);
export const Fuzz_LabelSelector = fuzzer(LabelSelectorSchema);
export const Fuzz_LabelSelectorOperator = fuzzer(LabelSelectorOperatorSchema);
export const Fuzz_LabelSelectorRequirement = fuzzer(LabelSelectorRequirementSchema);
export const Fuzz_StatusReason = fuzzer(StatusReasonSchema);
