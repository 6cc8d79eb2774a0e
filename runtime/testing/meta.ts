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
  ListMetaSchema,
  ManagedFieldsEntrySchema,
  ObjectMetaSchema,
  OwnerReferenceSchema,
  StatusReasonSchema,
} from "../meta/v1/zz_generated.schema.js";
import { fuzzer } from "./fuzzer.js";

/** @file Arbitraries for types of meta/v1. */

export const Fuzz_Condition = fuzzer(ConditionSchema);
export const Fuzz_ConditionStatus = fuzzer(ConditionStatusSchema);
export const Fuzz_FieldSelectorOperator = fuzzer(FieldSelectorOperatorSchema);
export const Fuzz_FieldSelectorRequirement = fuzzer(FieldSelectorRequirementSchema);
export const Fuzz_GroupVersionKind = fuzzer(GroupVersionKindSchema);
export const Fuzz_GroupVersionResource = fuzzer(GroupVersionResourceSchema);
export const Fuzz_LabelSelector = fuzzer(LabelSelectorSchema);
export const Fuzz_LabelSelectorOperator = fuzzer(LabelSelectorOperatorSchema);
export const Fuzz_LabelSelectorRequirement = fuzzer(LabelSelectorRequirementSchema);
export const Fuzz_ListMeta = fuzzer(ListMetaSchema);
export const Fuzz_ManagedFieldsEntry = fuzzer(ManagedFieldsEntrySchema);
export const Fuzz_ObjectMeta = fuzzer(ObjectMetaSchema);
export const Fuzz_OwnerReference = fuzzer(OwnerReferenceSchema);
export const Fuzz_StatusReason = fuzzer(StatusReasonSchema);
