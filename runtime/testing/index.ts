export {
  Fuzz_Duration,
  Fuzz_IntOrString,
  Fuzz_MicroTime,
  Fuzz_Quantity,
  Fuzz_Time,
  Fuzz_boolean,
  Fuzz_bytes,
  Fuzz_float32,
  Fuzz_float64,
  Fuzz_int16,
  Fuzz_int32,
  Fuzz_int64,
  Fuzz_int8,
  Fuzz_string,
  Fuzz_uint16,
  Fuzz_uint32,
  Fuzz_uint64,
  Fuzz_uint8,
} from "./scalars.js";
export { Fuzz_FieldsV1, Fuzz_RawExtension, Fuzz_any, mapOf } from "./json.js";
export { record } from "./objects.js";
export {
  Fuzz_Condition,
  Fuzz_ConditionStatus,
  Fuzz_FieldSelectorOperator,
  Fuzz_FieldSelectorRequirement,
  Fuzz_GroupVersionKind,
  Fuzz_GroupVersionResource,
  Fuzz_LabelSelector,
  Fuzz_LabelSelectorOperator,
  Fuzz_LabelSelectorRequirement,
  Fuzz_ListMeta,
  Fuzz_ManagedFieldsEntry,
  Fuzz_ObjectMeta,
  Fuzz_OwnerReference,
  Fuzz_StatusReason,
} from "./meta.js";
export { fuzzer } from "./fuzzer.js";
export type { Fuzzer, FuzzerOptions } from "./fuzzer.js";
export { roundTripLaws } from "./laws.js";
export type { KindFuzzer, Law, RoundTripOptions } from "./laws.js";
export type { LossyPaths } from "./losses.js";
export type { CheckOptions } from "./check.js";
export { fitted } from "./rules/fitted.js";
export type { FittedOptions } from "./rules/fitted.js";
