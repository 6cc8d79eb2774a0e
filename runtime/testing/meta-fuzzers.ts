import type { Arbitrary } from "fast-check";
import {
  ConditionSchema,
  ConditionStatusSchema,
  FieldSelectorOperatorSchema,
  FieldSelectorRequirementSchema,
  GroupVersionKindSchema,
  GroupVersionResourceSchema,
  LabelSelectorOperatorSchema,
  LabelSelectorRequirementSchema,
  LabelSelectorSchema,
  ListMetaSchema,
  ManagedFieldsEntrySchema,
  ObjectMetaSchema,
  OwnerReferenceSchema,
  StatusReasonSchema,
} from "../meta/v1/zz_generated.schema.js";
import type { TypeSchema } from "../schema/schema.js";
import { Fuzz_ListMeta, Fuzz_ManagedFieldsEntry, Fuzz_ObjectMeta, Fuzz_OwnerReference } from "./meta.js";
import {
  Fuzz_Condition,
  Fuzz_ConditionStatus,
  Fuzz_FieldSelectorOperator,
  Fuzz_FieldSelectorRequirement,
  Fuzz_GroupVersionKind,
  Fuzz_GroupVersionResource,
  Fuzz_LabelSelector,
  Fuzz_LabelSelectorOperator,
  Fuzz_LabelSelectorRequirement,
  Fuzz_StatusReason,
} from "./meta-parts.js";

/** Hand-written `Fuzz_` functions for the types of meta/v1, by schema. */
export const metaFuzzers: ReadonlyMap<TypeSchema, () => Arbitrary<unknown>> = new Map<
  TypeSchema,
  () => Arbitrary<unknown>
>([
  [ConditionSchema, Fuzz_Condition],
  [ConditionStatusSchema, Fuzz_ConditionStatus],
  [FieldSelectorOperatorSchema, Fuzz_FieldSelectorOperator],
  [FieldSelectorRequirementSchema, Fuzz_FieldSelectorRequirement],
  [GroupVersionKindSchema, Fuzz_GroupVersionKind],
  [GroupVersionResourceSchema, Fuzz_GroupVersionResource],
  [LabelSelectorSchema, Fuzz_LabelSelector],
  [LabelSelectorOperatorSchema, Fuzz_LabelSelectorOperator],
  [LabelSelectorRequirementSchema, Fuzz_LabelSelectorRequirement],
  [ListMetaSchema, Fuzz_ListMeta],
  [ManagedFieldsEntrySchema, Fuzz_ManagedFieldsEntry],
  [ObjectMetaSchema, Fuzz_ObjectMeta],
  [OwnerReferenceSchema, Fuzz_OwnerReference],
  [StatusReasonSchema, Fuzz_StatusReason],
]);
